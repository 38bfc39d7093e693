// Many rows of a list changed at once.
import type { BulkFields } from '@kontor/contract/lib/resources/bulk'
import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { Dialog, DialogBody } from '../../ui/dialog/Dialog.tsx'
import { BulkResult } from '../toolbar/BulkResult.tsx'
import classes from './bulk.module.css'
import { ChangeFields, useChange } from './ChangeFields.tsx'
import { LastBulk } from './LastBulk.tsx'
import { Plan } from './Plan.tsx'
import { useBulkEdit } from './useBulkEdit.ts'
import type { BulkRoutes } from './useBulkUndo.ts'

/** What of a list's rows can be changed together, and by which calls. */
export interface BulkEditing {
  fields: BulkFields
  routes: BulkRoutes
}

interface BulkEditProps extends BulkEditing {
  picked: readonly number[]
  /** What the list is filtered by, and how many rows that are. */
  filters: Record<string, string>
  /** The same in words. */
  named: string
  total: number
  /** Begins with all that the filters find. */
  all?: boolean
  /** Begins with this value: what it is to be linked to is asked at once. */
  field?: string
  onClose: () => void
  /** It has been carried out. */
  onDone: () => void
}

/** Chooses what is changed and how, shows what that would do, and does it. */
export function BulkEdit(props: BulkEditProps) {
  const { fields, routes, picked, filters, named, total, all = false, field, onClose, onDone } = props
  const t = useTranslations()
  const message = useMessage()
  const form = useChange(fields, field)
  const [isAll, setAll] = useState(all)
  const id = useId()
  const edit = useBulkEdit({ routes, onDone })
  const { planned, result } = edit
  if (result)
    return (
      <BulkResult
        done={result.changed}
        notDone={result.not_done.map(({ reason, ...row }) => ({ ...row, why: message(reason) }))}
        onClose={onDone}
      />
    )
  const which = isAll ? { filters } : { ids: [...picked] }
  const changed = planned?.plan.changed ?? 0
  return (
    <Dialog
      title={t('bulk.title')}
      width={560}
      tall={planned !== null}
      onClose={onClose}
      buttons={
        <Buttons {...{ onClose, changed: planned ? changed : undefined, isBusy: edit.isBusy }} form={id} />
      }
    >
      <DialogBody>
        <BulkForm
          id={id}
          onEnter={() => {
            if (!planned) void edit.plan(form.change, which)
            else if (changed > 0) void edit.apply()
          }}
        >
          <WhichRows
            {...{ isAll, named, total }}
            picked={picked.length}
            onChange={(all) => {
              edit.forget()
              setAll(all)
            }}
          />
          <ChangeFields
            {...{ form, fields }}
            wrong={edit.wrong}
            isAsked={field !== undefined}
            onChange={edit.forget}
            onLink={(id) => void edit.plan({ ...form.change, value: String(id) }, which)}
          />
        </BulkForm>
        {!planned && <LastBulk {...{ routes, fields, onDone }} />}
        {planned && <Plan {...planned} kind={fields[planned.change.field]?.kind} linked={form.linked} />}
      </DialogBody>
    </Dialog>
  )
}

interface WhichRowsProps extends Pick<BulkEditProps, 'named' | 'total'> {
  isAll: boolean
  picked: number
  onChange: (isAll: boolean) => void
}

function WhichRows({ isAll, named, picked, total, onChange }: WhichRowsProps) {
  const t = useTranslations()
  return (
    <NativeSelect
      label={t('bulk.which')}
      data={[
        { value: 'picked', label: t('bulk.picked', { count: picked }) },
        { value: 'all', label: t('bulk.all', { count: total }) },
      ]}
      description={isAll && (named ? t('bulk.by_filters', { filters: named }) : t('bulk.unfiltered'))}
      value={isAll ? 'all' : 'picked'}
      onChange={({ currentTarget }) => onChange(currentTarget.value === 'all')}
    />
  )
}

interface BulkFormProps {
  id: string
  onEnter: () => void
  children: ReactNode
}

/** Enter previews the edit, and applies what was previewed; a held key does not repeat. */
const BulkForm = ({ id, onEnter, children }: BulkFormProps) => (
  <form
    id={id}
    className={classes.form}
    noValidate
    onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
    onSubmit={(event) => {
      event.preventDefault()
      if (event.target === event.currentTarget) onEnter() // and not of a dialog over it
    }}
  >
    {children}
  </form>
)

interface ButtonsProps {
  /** How many rows would be changed, once that has been looked at. */
  changed: number | undefined
  isBusy: boolean
  /** Whose Enter does what the button does. */
  form: string
  onClose: () => void
}

function Buttons({ changed, isBusy, form, onClose }: ButtonsProps) {
  const t = useTranslations()
  return (
    <>
      <Button size="md" variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button size="md" type="submit" form={form} loading={isBusy} disabled={changed === 0}>
        {changed === undefined ? t('bulk.plan') : t('bulk.apply', { count: changed })}
      </Button>
    </>
  )
}

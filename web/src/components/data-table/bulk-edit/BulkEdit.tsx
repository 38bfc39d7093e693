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

/** The fields that can be edited in bulk, and the routes. */
export interface BulkEditing {
  fields: BulkFields
  routes: BulkRoutes
}

interface BulkEditProps extends BulkEditing {
  picked: readonly number[]
  /** The filters of the list, and the number of rows that match. */
  filters: Record<string, string>
  /** The filters as text. */
  named: string
  total: number
  /** Starts with all rows that match the filters. */
  all?: boolean
  /** Starts with this field; a link field opens its picker at once. */
  field?: string
  onClose: () => void
  /** The edit has been applied. */
  onDone: () => void
}

/** The bulk edit dialog: choose field and change, preview, apply. */
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
            opensPicker={field !== undefined}
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

/** Enter previews the edit, or applies it once previewed; key repeat is ignored. */
const BulkForm = ({ id, onEnter, children }: BulkFormProps) => (
  <form
    id={id}
    className={classes.form}
    noValidate
    onKeyDown={(event) => event.key === 'Enter' && event.repeat && event.preventDefault()}
    onSubmit={(event) => {
      event.preventDefault()
      if (event.target === event.currentTarget) onEnter() // ignores Enter in a nested dialog
    }}
  >
    {children}
  </form>
)

interface ButtonsProps {
  /** Number of rows that would change, once previewed. */
  changed: number | undefined
  isBusy: boolean
  /** Id of the form that the button submits. */
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

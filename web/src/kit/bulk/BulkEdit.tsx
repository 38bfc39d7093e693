// bulk: many rows of a list changed at once.
import type { BulkFields } from '@kontor/contract/kit/bulk/bulk'
import { keysOf } from '@kontor/contract/kit/list/keyed'
import { sentNumber } from '@kontor/contract/kit/numbers/typed'
import { Button, Input, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, Suspense, use, useState } from 'react'
import { Dialog, DialogBody } from '../dialog/Dialog.tsx'
import { underField } from '../form/FieldMessage.tsx'
import { BulkResult } from '../head/BulkResult.tsx'
import { PickersContext } from '../pick/pickers.ts'
import { useMay } from '../rights/useMay.ts'
import { useLanguage, useMessage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import classes from './bulk.module.css'
import { Plan } from './Plan.tsx'
import { bulkTexts } from './texts.ts'
import { type BulkRoutes, useBulkEdit } from './useBulkEdit.ts'

/** What of a list's rows can be changed together, and by which calls. */
export interface BulkEditing {
  fields: BulkFields
  routes: BulkRoutes
}

interface BulkEditProps extends BulkEditing {
  picked: readonly number[]
  /** What the list is filtered by, and how many rows that are. */
  filters: Record<string, string>
  total: number
  onClose: () => void
  /** It has been carried out. */
  onDone: () => void
}

/** Chooses what is changed and how, shows what that would do, and does it. */
export function BulkEdit({ fields, routes, picked, filters, total, onClose, onDone }: BulkEditProps) {
  const t = useTexts(bulkTexts)
  const message = useMessage()
  const form = useChange(fields)
  const [isAll, setAll] = useState(false)
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
        <Buttons
          {...{ onClose, changed: planned ? changed : undefined, isBusy: edit.isBusy }}
          onPlan={() => void edit.plan(form.change, which)}
          onApply={() => void edit.apply()}
        />
      }
    >
      <DialogBody>
        <div className={classes.form}>
          <NativeSelect
            label={t('bulk.which')}
            data={[
              { value: 'picked', label: t('bulk.picked', { count: picked.length }) },
              { value: 'all', label: t('bulk.all', { count: total }) },
            ]}
            value={isAll ? 'all' : 'picked'}
            onChange={({ currentTarget }) => {
              edit.forget()
              setAll(currentTarget.value === 'all')
            }}
          />
          <ChangeFields form={form} fields={fields} wrong={edit.wrong} onChange={edit.forget} />
        </div>
        {planned && <Plan {...planned} kind={fields[planned.change.field]?.kind} linked={form.linked} />}
      </DialogBody>
    </Dialog>
  )
}

interface ButtonsProps {
  /** How many rows would be changed, once that has been looked at. */
  changed: number | undefined
  isBusy: boolean
  onClose: () => void
  onPlan: () => void
  onApply: () => void
}

function Buttons({ changed, isBusy, onClose, onPlan, onApply }: ButtonsProps) {
  const t = useTexts(bulkTexts)
  return (
    <>
      <Button size="md" variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      {changed === undefined ? (
        <Button size="md" loading={isBusy} onClick={onPlan}>
          {t('bulk.plan')}
        </Button>
      ) : (
        <Button size="md" loading={isBusy} disabled={changed === 0} onClick={onApply}>
          {t('bulk.apply', { count: changed })}
        </Button>
      )}
    </>
  )
}

/** What is chosen so far. */
function useChange(fields: BulkFields) {
  const { locale } = useLanguage()
  const may = useMay()
  const offered = keysOf(fields).filter((name) => (fields[name]?.needs ?? []).every((right) => may(right)))
  const [field, setField] = useState(offered[0] ?? '')
  const hows = fields[field]?.hows ?? []
  const [how, setHow] = useState(hows[0] ?? 'set')
  const [typed, setTyped] = useState('')
  const [linked, setLinked] = useState('')
  const isLink = fields[field]?.kind === 'links'
  return {
    ...{ offered, field, hows, how, typed, linked, setHow, setTyped, isLink },
    setField(next: string) {
      setField(next)
      setHow(fields[next]?.hows[0] ?? 'set')
      setTyped('')
      setLinked('')
    },
    setLink(id: number, name: string) {
      setTyped(String(id))
      setLinked(name)
    },
    change: { field, how, value: isLink ? typed : sentNumber(typed, locale) },
  }
}

interface ChangeFieldsProps {
  form: ReturnType<typeof useChange>
  fields: BulkFields
  wrong: string | undefined
  onChange: () => void
}

function ChangeFields({ form, fields, wrong, onChange }: ChangeFieldsProps): ReactNode {
  const t = useTexts(bulkTexts)
  const { locale } = useLanguage()
  const [isPicking, setPicking] = useState(false)
  const to = fields[form.field]?.to
  const Picker = use(PickersContext)[to ?? '']
  const after = (change: () => void) => {
    onChange()
    change()
  }
  return (
    <>
      <NativeSelect
        data-autofocus
        label={t('bulk.field')}
        data={form.offered.map((name) => ({ value: name, label: fields[name]?.label[locale] ?? name }))}
        value={form.field}
        onChange={({ currentTarget }) => after(() => form.setField(currentTarget.value))}
      />
      <NativeSelect
        label={t('bulk.how')}
        data={form.hows.map((how) => ({ value: how, label: t(`bulk.${how}`) }))}
        value={form.how}
        onChange={({ currentTarget }) =>
          after(() => form.setHow(form.hows.find((how) => how === currentTarget.value) ?? 'set'))
        }
      />
      {form.isLink ? (
        <Input.Wrapper label={t('bulk.value')} labelElement="div" {...underField(wrong)}>
          <Button fullWidth variant="default" onClick={() => setPicking(true)}>
            {form.linked || t('bulk.choose')}
          </Button>
        </Input.Wrapper>
      ) : (
        <TextInput
          label={form.how === 'percent' ? t('bulk.by') : t('bulk.value')}
          inputMode="decimal"
          autoComplete="off"
          value={form.typed}
          onChange={({ currentTarget }) => after(() => form.setTyped(currentTarget.value))}
          {...underField(wrong, undefined)}
        />
      )}
      {isPicking && Picker && (
        <Suspense fallback={null}>
          <Picker
            single
            first={[]}
            onPick={([choice]) => choice && after(() => form.setLink(choice.id, choice.name))}
            onClose={() => setPicking(false)}
          />
        </Suspense>
      )}
    </>
  )
}

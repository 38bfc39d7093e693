import { typedNumber } from '@kontor/contract/lib/numbers/number-input'
import type {
  BulkChange,
  BulkField,
  BulkFields,
  BulkPlan,
  LastBulk as Last,
} from '@kontor/contract/lib/resources/bulk'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { Button, NativeSelect } from '@mantine/core'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage, useMessage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { formIsOpen } from '../../../lib/session/session.ts'
import { Dialog, DialogBody } from '../../ui/dialog/Dialog.tsx'
import { CancelButton } from '../../ui/dialog/FooterButtons.tsx'
import { BulkResult } from '../toolbar/BulkResult.tsx'
import classes from './bulk.module.css'
import { ChangeFields, useChange } from './ChangeFields.tsx'
import { UndoButton } from './UndoButton.tsx'
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
  filterSummary: string
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
  const { fields, routes, picked, filters, filterSummary, total, all = false, field, onClose, onDone } = props
  const t = useTranslations()
  const message = useMessage()
  const form = useChange(fields, field)
  const [isAll, setAll] = useState(all)
  const id = useId()
  const edit = useBulkEdit({ routes, onDone })
  useEffect(formIsOpen, []) // an expired session keeps the input
  const { planned, result } = edit
  if (result)
    return (
      <BulkResult
        done={result.changed}
        notDone={result.not_done.map(({ reason, ...row }) => ({ ...row, why: message(reason) }))}
        onClose={onDone}
      />
    )
  const close = () => !edit.isApplying && onClose()
  const which = isAll ? { filters } : { ids: [...picked] }
  const changed = planned?.plan.changed ?? 0
  return (
    <Dialog
      title={t('bulk.title')}
      width={560}
      tall={planned !== null}
      isBusy={edit.isApplying}
      onClose={close}
      buttons={
        <Buttons onClose={close} changed={planned ? changed : undefined} isBusy={edit.isBusy} form={id} />
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
            isAll={isAll}
            filterSummary={filterSummary}
            total={total}
            picked={picked.length}
            onChange={(all) => {
              edit.forget()
              setAll(all)
            }}
          />
          <ChangeFields
            form={form}
            fields={fields}
            wrong={edit.wrong}
            opensPicker={field !== undefined}
            onChange={edit.forget}
            onLink={(id) => void edit.plan({ ...form.change, value: String(id) }, which)}
          />
        </BulkForm>
        {!planned && <LastBulk routes={routes} fields={fields} onDone={onDone} />}
        {planned && <Plan {...planned} kind={fields[planned.change.field]?.kind} linked={form.linked} />}
      </DialogBody>
    </Dialog>
  )
}

interface PlanProps {
  change: BulkChange
  plan: BulkPlan
  kind: BulkField['kind'] | undefined
  /** Name of the record whose link is added or removed. */
  linked: string
}

/**
 * Preview of a bulk edit: the number of rows, the first ones with old and new values, and the rows that
 * fail.
 */
function Plan({ change, plan, kind, linked }: PlanProps) {
  const t = useTranslations()
  const message = useMessage()
  const { euro, integer } = useFormat()
  const shown = (value: string | null) =>
    kind === 'count' ? integer(Number(value ?? 0)) : euro(value ?? '0')
  return (
    <section className={classes.plan} aria-live="polite">
      <p>
        <b>{plan.changed > 0 ? t('bulk.changed', { count: plan.changed }) : t('bulk.none')}</b>
        {plan.same > 0 && <span>{t('bulk.same', { count: plan.same })}</span>}
        {plan.wrong > 0 && <span data-bad>{t('bulk.wrong', { count: plan.wrong })}</span>}
      </p>
      <ul>
        {plan.problems.map(({ id, name, reason }) => (
          <li key={id}>
            <span>{name}</span>
            <span data-bad>{message(reason)}</span>
          </li>
        ))}
        {plan.rows.map(({ id, name, before, after }) => (
          <li key={id}>
            <span>{name}</span>
            {kind === 'links' ? (
              <span>
                {change.how === 'add' ? '+' : '−'} {linked}
              </span>
            ) : (
              <span>
                <del>{shown(before)}</del> → <b>{shown(after)}</b>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface LastBulkProps {
  routes: BulkRoutes
  fields: BulkFields
  onDone: () => void
}

/** The last bulk edit of the list with its undo button; nothing when there is none to undo. */
function LastBulk({ routes, fields, onDone }: LastBulkProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { data } = useApiQuery(routes.lastBulk, {}, { staleTime: 0 })
  const last = data?.last
  if (!last) return null
  const { dateTime } = formatOf(locale)
  const label = fields[last.field]?.label[locale] ?? last.field
  const what = [label, changeOf(last, locale)].filter(Boolean).join(' ')
  return (
    <p className={classes.last}>
      <span>{t('bulk.last', { what, count: last.changed, time: dateTime(last.at), by: last.by })}</span>
      <UndoButton routes={routes} id={last.id} onDone={onDone} />
    </p>
  )
}

/** The change of a number: `+3 %`, `= 7,5`. For links the field's name is enough. */
function changeOf({ how, value }: Last, locale: Locale) {
  const number = typedNumber(value, locale)
  if (how === 'percent') return `${value.startsWith('-') ? '' : '+'}${number} %`
  return how === 'set' ? `= ${number}` : ''
}

interface WhichRowsProps extends Pick<BulkEditProps, 'filterSummary' | 'total'> {
  isAll: boolean
  picked: number
  onChange: (isAll: boolean) => void
}

function WhichRows({ isAll, filterSummary, picked, total, onChange }: WhichRowsProps) {
  const t = useTranslations()
  return (
    <NativeSelect
      label={t('bulk.which')}
      data={[
        { value: 'picked', label: t('bulk.picked', { count: picked }) },
        { value: 'all', label: t('bulk.all', { count: total }) },
      ]}
      description={
        isAll && (filterSummary ? t('bulk.by_filters', { filters: filterSummary }) : t('bulk.unfiltered'))
      }
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
      <CancelButton onClick={onClose} />
      <Button size="md" type="submit" form={form} loading={isBusy} disabled={changed === 0}>
        {changed === undefined ? t('bulk.plan') : t('bulk.apply', { count: changed })}
      </Button>
    </>
  )
}

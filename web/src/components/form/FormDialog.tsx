// The dialog that adds or edits a record: validation, saving, and merging after a version conflict.
import type { FieldErrors, MessageParams } from '@kontor/contract/lib/http/errors'
import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import type { Fields } from '@kontor/contract/lib/resources/fields'
import { Button, Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type ApiError, isUnanswered } from '../../lib/api/apiRequest.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { useLabels } from '../../lib/i18n/words.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { CancelButton } from '../ui/dialog/FooterButtons.tsx'
import { isSaveKey } from '../ui/dialog/isSaveKey.ts'
import { useUnsaved } from '../ui/dialog/useUnsaved.ts'
import { StatusChip } from '../ui/StatusChip.tsx'
import { FormContext, type ShownField } from './FormContext.ts'
import classes from './form.module.css'
import { HistoryButton } from './HistoryButton.tsx'
import type { FormRecord, Start, Values } from './recordForm.ts'
import { useRecordForm } from './useRecordForm.ts'

interface FormDialogProps {
  /** The row to edit, null to add one. */
  row: (FormRecord & { updated_at?: string }) | null
  /** Their schemas are the form's fields and rules. */
  routes: { create: Route; update: Route; index?: Route }
  /** Its columns label the fields. */
  list: RecordList
  /** The declared fields: names, kinds and required marks. */
  fields?: Fields
  /** Initial values that the row does not have. */
  initialValues?: Values
  /** Property of the row per field, where the names differ. */
  rowNames?: Start['rowNames']
  omittedFields?: Start['omittedFields']
  check?: (values: Values) => FieldErrors
  /** Arguments of the messages. */
  params?: MessageParams
  /** Title, when the form edits only a part of the record. */
  title?: string
  /** Subtitle: the edited record. */
  subtitle?: string | undefined
  width?: number
  /** Label of the save button; 'Sačuvaj' by default. */
  action?: string | undefined
  savedAnyway?: (error: ApiError) => boolean
  /** Adds to the row of a version conflict what it lacks. */
  completeRow?: (row: FormRecord) => Promise<FormRecord>
  /** Confirmation before valid values are sent. */
  confirmSave?: ((values: Values) => Promise<boolean>) | undefined
  /** Takes over sending, such as a long upload; returns whether it does. */
  interceptSubmit?(input: RequestInput<Route>): boolean
  /** The message after saving, and its undo; the default message when absent. */
  success?: ((row: FormRecord) => { text: string; undo?: () => void } | undefined) | undefined
  /** Called with the saved row, after the dialog has closed. */
  onSaved?: (row: FormRecord) => void
  /** Fills the available height, for forms whose number of fields changes. */
  tall?: boolean
  onClose: () => void
  children: ReactNode
}

// Loaded on the first conflict, which is rare.
const ConflictDialog = lazyPart(() => import('./conflict/ConflictDialog.tsx'), 'ConflictDialog')

const NO_VALUES: Values = {}
const NO_NAMES: NonNullable<Start['rowNames']> = {}
const NO_PARAMS: MessageParams = {}
const noErrors = () => ({})

/**
 * The dialog for adding and editing a record. Rules, required marks, field names and the encoding of the
 * request come from the contract. Enter saves, Ctrl+Enter also inside a textarea; closing with unsaved
 * changes asks first.
 */
export function FormDialog(props: FormDialogProps) {
  const { row, routes, list, onClose } = props
  const { initialValues = NO_VALUES, rowNames = NO_NAMES, check = noErrors, params = NO_PARAMS } = props
  const labels = useLabels(list)
  const id = useId()
  const form = useRecordForm({
    routes,
    row,
    fields: props.fields,
    check,
    savedAnyway: props.savedAnyway,
    completeRow: props.completeRow,
    start: { defaults: initialValues, rowNames, omittedFields: props.omittedFields },
    onClose,
    onSaved: props.onSaved,
    success: props.success,
    interceptSubmit: props.interceptSubmit,
    confirmSave: props.confirmSave,
  })
  const [shown] = useState(() => new Map<string, ShownField>())
  const content = useMemo(() => ({ form, list, row, params, shown }), [form, list, row, params, shown])
  const requestClose = useUnsaved(form.isDirty, { onLeave: onClose })
  const close = () => !form.isSaving && requestClose()
  return (
    <Dialog
      title={props.title ?? labels[row ? 'edit' : 'new']}
      subtitle={props.subtitle}
      tools={<HistoryButton feature={list.name} row={row} recordName={props.subtitle} />}
      width={props.width ?? 480}
      tall={props.tall ?? false}
      isBusy={form.isSaving}
      onClose={close}
      onKey={(event) => {
        // After a click beside the fields the focus is around the form.
        if (event.target instanceof HTMLElement && !event.target.closest('form, button') && isSaveKey(event))
          form.save()
      }}
      note={row && <LastChange list={list} row={row} />}
      buttons={<Buttons id={id} form={form} action={props.action} onCancel={close} />}
    >
      <form
        id={id}
        ref={form.formRef}
        noValidate
        className={classes.body}
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation() // React bubbles events of nested dialogs through portals
          form.save()
        }}
        onKeyDown={(event) => {
          if (!isSaveKey(event)) return
          event.preventDefault()
          form.save()
        }}
      >
        <Failure
          form={form}
          isIdempotent={row !== null || routes.create.idempotent !== undefined}
          isSeen={(name) => !(name in initialValues) || shown.has(name)}
        />
        <FormContext value={content}>{props.children}</FormContext>
      </form>
      {form.conflict && <ConflictDialog {...form.conflict} list={list} shown={shown} />}
    </Dialog>
  )
}

interface ButtonsProps {
  /** Id of the form to submit. */
  id: string
  form: Form
  action: string | undefined
  onCancel: () => void
}

function Buttons({ id, form: { isSaving, isWaiting }, action, onCancel }: ButtonsProps) {
  const t = useTranslations()
  const isBusy = isSaving || isWaiting
  return (
    <>
      <CancelButton onClick={onCancel} />
      <Button
        size="md"
        type="submit"
        form={id}
        aria-disabled={isBusy}
        aria-busy={isBusy}
        leftSection={isBusy && <Loader size={14} color="currentColor" />}
      >
        {isWaiting ? t('form.waiting') : (action ?? t('common.save'))}
      </Button>
    </>
  )
}

function LastChange({ list, row }: Pick<FormDialogProps, 'list' | 'row'>) {
  const t = useTranslations()
  const { flag } = useLabels(list)
  const { dateTime } = useFormat()
  const isActive = row?.is_active
  return (
    <>
      {isActive !== undefined && <StatusChip on={isActive} label={flag[isActive ? 'yes' : 'no']} />}
      {row?.updated_at && <span>{t('form.changed', { at: dateTime(row.updated_at) })}</span>}
    </>
  )
}

type Form = ReturnType<typeof useRecordForm>

interface FailureProps {
  form: Form
  /** Whether sending again cannot save twice (idempotent). */
  isIdempotent: boolean
  /** Whether a field is on screen: hidden values are sent as well. */
  isSeen: (name: string) => boolean
}

/** The error of a failed save that no field shows. */
function Failure({ form: { failure, values }, isIdempotent, isSeen }: FailureProps) {
  const t = useTranslations()
  const message = useMessage()
  if (!failure) return null
  const { errors, params, message: reason } = failure.body
  const others = Object.entries(errors ?? {}).filter(([name]) => !(name in values && isSeen(name)))
  if (errors && others.length === 0) return null
  return (
    <div className={classes.failure} role="alert">
      <IconAlertCircle size={18} aria-hidden />
      <div>
        {message(reason, params)}
        {others.map(([name, keys]) => (
          <p key={name}>{keys.map((key) => message(key, params)).join(' ')}</p>
        ))}
        {isUnanswered(failure) && <p>{t(isIdempotent ? 'form.unknown_edit' : 'form.unknown_add')}</p>}
      </div>
    </div>
  )
}

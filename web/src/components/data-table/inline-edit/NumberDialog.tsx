import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { underField } from '../../form/FieldMessage.tsx'
import { SubmitDialog } from '../../ui/dialog/SubmitDialog.tsx'
import { useUnsaved } from '../../ui/dialog/useUnsaved.ts'
import { type NumberValue, type RejectedEdit, useNumberEdit, useRejected } from './useNumberEdit.ts'

interface NumberDialogProps extends NumberValue {
  title: string
  onClose: () => void
}

/** A dialog that edits one number of a row, for places without a table. */
export function NumberDialog({ title, onClose, ...value }: NumberDialogProps) {
  const t = useTranslations()
  const rejectedBy = useRejected(value.format)
  const [rejected, setRejected] = useState<RejectedEdit | null>(null)
  const [isSaving, setSaving] = useState(false)
  const edit = useNumberEdit(value, null)
  const [send] = useState(() => value.save) // from the row as it was when editing started
  const requestClose = useUnsaved(edit.isChanged, { onLeave: onClose })
  const reason = edit.reason ?? rejected?.reason
  const save = async (event: FormEvent) => {
    event.preventDefault()
    if (isSaving || edit.check() !== undefined) return
    setSaving(true)
    setRejected(null)
    try {
      await (rejected?.save ?? send)(edit.sent)
      onClose()
    } catch (error) {
      setRejected(rejectedBy(edit.typed, error))
      setSaving(false)
    }
  }
  return (
    <SubmitDialog
      title={title}
      brief
      width={400}
      isBusy={isSaving}
      onSubmit={(event) => void save(event)}
      onClose={requestClose}
    >
      <TextInput
        data-autofocus
        label={value.label}
        inputMode="decimal"
        autoComplete="off"
        value={edit.text}
        onChange={({ currentTarget }) => {
          setRejected(null)
          edit.type(currentTarget.value)
        }}
        {...underField(reason, edit.echo && t('form.understood', { value: edit.echo }))}
      />
    </SubmitDialog>
  )
}

import { Input } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { fileProblem } from '../../components/chat/files/files.ts'
import { type FieldProps, useField, useFormField } from '../../components/form/FormContext.ts'
import { dropTarget, FileButton } from '../../components/ui/FileButton.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import classes from './NodeDialog.module.css'
import { documentName, MAX_SIZE_TEXT } from './upload/files.ts'

/** A field for a file of any type: choose or drop; a file that cannot be uploaded is rejected at once. */
export function DocumentField(props: FieldProps) {
  const t = useTranslations()
  const { bytes } = useFormat()
  const { label, required, error, value, set } = useField(props)
  const id = useId()
  const file = value instanceof File ? value : null
  const named = useFormField('name')
  const take = (next: File | undefined) => {
    if (!next) return
    const problem = fileProblem(next)
    if (problem) notify.error(t(problem.key, { name: next.name, max: problem.max }))
    else set(next)
    if (!problem && !named.value) named.set(documentName(next.name))
  }
  return (
    <Input.Wrapper label={label} required={required} error={error} id={id}>
      <fieldset
        className={classes.file}
        data-error={error || undefined}
        aria-label={label}
        {...dropTarget(take)}
      >
        <FileButton
          id={id}
          variant="default"
          leftSection={<IconUpload size={16} />}
          data-wrong={error || undefined}
          aria-describedby={`${id}-help`}
          onChoose={take}
        >
          {t(file ? 'support.other_file' : 'support.choose_file')}
        </FileButton>
        <span id={`${id}-help`}>
          {file ? `${file.name}, ${bytes(file.size)}` : t('support.file_help', { max: MAX_SIZE_TEXT })}
        </span>
      </fieldset>
    </Input.Wrapper>
  )
}

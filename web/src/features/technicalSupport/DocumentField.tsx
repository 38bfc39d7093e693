import { Button, Input } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { type DragEvent, useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { type FieldProps, useField, useFormField } from '../../components/form/FormContext.ts'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './NodeDialog.module.css'
import { documentName, fileProblem, MAX_SIZE_TEXT } from './upload/files.ts'

/** A field for a file of any type: choose or drop; a file that cannot be uploaded is rejected at once. */
export function DocumentField(props: FieldProps) {
  const t = useTranslations()
  const { bytes } = formatOf(useLanguage().locale)
  const { label, required, error, value, set } = useField(props)
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const file = value instanceof File ? value : null
  const named = useFormField('name')
  const take = (next: File | undefined) => {
    if (!next) return
    const problem = fileProblem(next)
    if (problem) notify.error(t(problem, { name: next.name, max: MAX_SIZE_TEXT }))
    else set(next)
    if (!problem && !named.value) named.set(documentName(next.name))
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    take(event.dataTransfer.files[0])
  }
  return (
    <Input.Wrapper label={label} required={required} error={error} id={id}>
      <fieldset
        className={classes.file}
        data-error={error || undefined}
        aria-label={label}
        onDragOver={(event) => event.preventDefault()}
        onDrop={drop}
      >
        <Button
          variant="default"
          leftSection={<IconUpload size={16} stroke={1.6} />}
          data-wrong={error || undefined}
          aria-describedby={`${id}-help`}
          onClick={() => input.current?.click()}
        >
          {t(file ? 'support.other_file' : 'support.choose_file')}
        </Button>
        <span id={`${id}-help`}>
          {file ? `${file.name}, ${bytes(file.size)}` : t('support.file_help', { max: MAX_SIZE_TEXT })}
        </span>
        <input
          ref={input}
          id={id}
          type="file"
          hidden
          onChange={({ target }) => {
            take(target.files?.[0])
            target.value = ''
          }}
        />
      </fieldset>
    </Input.Wrapper>
  )
}

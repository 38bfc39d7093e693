import { Input, VisuallyHidden } from '@mantine/core'
import { IconAlertCircle, IconTrash, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { dropTarget, FileButton } from '../../ui/FileButton.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useObjectUrl } from '../../ui/useObjectUrl.ts'
import { type FieldProps, useField, useFormField } from '../FormContext.ts'
import classes from '../form.module.css'
import { Picture, PictureLink } from './Picture.tsx'
import { pictureProblem } from './pictureProblem.ts'

interface ImageFieldProps extends FieldProps {
  /** URL of the saved picture. */
  saved: string | null
  /** The field that marks the saved picture for removal; when absent, a picture can only be replaced. */
  removes?: string
  /** Aspect ratio 16:9. */
  wide?: boolean
}

/**
 * A picture field: choose or drop a file, preview, replace, download. The server checks the file's
 * content.
 */
export function ImageField({ saved: savedUrl, removes, wide, ...props }: ImageFieldProps) {
  const t = useTranslations()
  const { label, required, error, value, set } = useField(props)
  const removal = useFormField(removes ?? '')
  const saved = removal.value ? null : savedUrl
  const id = useId()
  const message = useMessage()
  /** Why the last chosen file was not taken. */
  const [rejected, setRejected] = useState<string | null>(null)
  const file = value instanceof File ? value : null
  const shown = useObjectUrl(file) ?? saved
  const take = (next: File | undefined) => {
    if (!next) return
    const problem = pictureProblem(next)
    setRejected(problem && message(problem))
    if (problem) return
    set(next)
    if (removes) removal.set('')
  }
  return (
    <fieldset aria-label={label} className={classes.image} {...dropTarget(take)}>
      <Input.Label htmlFor={id} required={required}>
        {label}
      </Input.Label>
      {/* The star is a picture, and a button cannot be marked as required. */}
      {required && <VisuallyHidden id={`${id}-required`}>{t('image.required')}</VisuallyHidden>}
      <Picture source={shown} wrong={error !== undefined} wide={wide} />
      {file && <FileLine file={file} />}
      <div className={classes.imageTools}>
        <FileButton
          id={id}
          accept=".jpg,.jpeg,.png"
          variant="default"
          leftSection={<IconUpload size={16} />}
          data-wrong={error || undefined}
          aria-describedby={`${required ? `${id}-required ` : ''}${id}-help`}
          onChoose={take}
        >
          {shown ? t('image.replace') : t('image.choose')}
        </FileButton>
        {shown && <PictureLink source={shown} />}
        {shown && removes && (
          <IconButton
            icon={IconTrash}
            label={t('image.remove')}
            onClick={() => {
              set(null)
              removal.set(savedUrl ? 'true' : '')
              document.getElementById(id)?.focus() // this button is removed with the picture
            }}
          />
        )}
      </div>
      <Help id={`${id}-help`} error={rejected ?? error} />
    </fieldset>
  )
}

function FileLine({ file }: { file: File }) {
  const { bytes } = useFormat()
  return (
    <p className={classes.file}>
      <span>{file.name}</span>
      <span>{bytes(file.size)}</span>
    </p>
  )
}

function Help({ id, error }: { id: string; error: ReactNode }) {
  const t = useTranslations()
  return (
    <p id={id} role={error ? 'alert' : undefined} className={error ? classes.wrong : classes.help}>
      {error ? (
        <>
          <IconAlertCircle size={14} aria-hidden />
          {error}
        </>
      ) : (
        t('image.help')
      )}
    </p>
  )
}

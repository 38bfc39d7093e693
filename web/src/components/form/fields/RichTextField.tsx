import { Input } from '@mantine/core'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useMedia } from '../../../lib/layout/useMedia.ts'
import { FallbackContext, lazyPart } from '../../../lib/router/lazyPart.tsx'
import { underField } from '../FieldMessage.tsx'
import { type FieldProps, useField } from '../FormContext.ts'
import classes from '../form.module.css'

// Loaded on demand: the editor is as large as all other fields together.
const RichText = lazyPart(() => import('../../editor/RichText.tsx'), 'RichText')

interface RichTextFieldProps extends FieldProps {
  /** Uploads a picture and resolves with its URL. */
  upload: (file: File) => Promise<string>
}

/** A field for formatted text. */
export function RichTextField({ upload, ...props }: RichTextFieldProps) {
  const t = useTranslations()
  const id = useId()
  const touch = useMedia('(pointer: coarse)')
  const { label, required, error, value, set, blur, trackUpload } = useField(props)
  return (
    <Input.Wrapper
      label={label}
      required={required}
      labelElement="div"
      descriptionProps={{ id }}
      errorProps={{ id }}
      {...underField(error, props.help ?? (touch ? undefined : t('editor.help')))}
    >
      <FallbackContext value={<div className={classes.waiting} aria-busy />}>
        <RichText
          value={String(value ?? '')}
          onChange={set}
          onBlur={blur}
          label={label}
          required={required}
          wrong={error !== undefined}
          describedBy={id}
          upload={upload}
          onUploading={(pictures) => void trackUpload(pictures)}
        />
      </FallbackContext>
    </Input.Wrapper>
  )
}

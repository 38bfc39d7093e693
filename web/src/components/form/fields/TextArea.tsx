import { Textarea } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { FieldProps } from '../FormContext.ts'
import { useTextProps } from '../FormContext.ts'

/** A multi-line text field. With `max` it shows the remaining characters. */
export function TextArea({ max, ...props }: FieldProps & { max?: number }) {
  const t = useTranslations()
  const text = useTextProps(props)
  const left = max && t('form.left', { count: max - [...text.value].length })
  return (
    <Textarea
      {...text}
      description={text.error ? undefined : (left ?? text.description)}
      autosize
      minRows={3}
      maxRows={8}
      {...(max && { maxLength: max })}
    />
  )
}

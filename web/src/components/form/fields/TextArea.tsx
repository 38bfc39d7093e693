import { Textarea } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { FieldProps } from '../FormContext.ts'
import { useTextProps } from '../FormContext.ts'

/** From this share of `max` on, the remaining characters are shown. */
const NEAR = 0.8

/** A multi-line text field of at most `max` characters. */
export function TextArea({ max, ...props }: FieldProps & { max?: number }) {
  const t = useTranslations()
  const text = useTextProps(props)
  const { length } = [...text.value]
  const left = max && length > max * NEAR ? t('form.left', { count: max - length }) : undefined
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

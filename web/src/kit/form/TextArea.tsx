import { Textarea } from '@mantine/core'
import type { FieldProps } from './FormContext.ts'
import { useTextProps } from './useTextProps.ts'

/** Several lines of text. */
export const TextArea = (props: FieldProps) => (
  <Textarea {...useTextProps(props)} autosize minRows={3} maxRows={8} />
)

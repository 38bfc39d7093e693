import { IconAlertCircle } from '@tabler/icons-react'
import classes from './form.module.css'

/** Properties of a Mantine input for its message and its quiet line: the 16 px below it are always there. */
export const underField = (error: string | undefined, help?: string | undefined) => ({
  error: error && (
    <span className={classes.wrong}>
      <IconAlertCircle size={14} stroke={1.6} aria-hidden />
      {error}
    </span>
  ),
  description: error ? undefined : help || '\u00a0',
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
})

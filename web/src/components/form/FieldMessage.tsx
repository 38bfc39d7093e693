import { IconAlertCircle } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import classes from './form.module.css'

/** Props of a Mantine input for its error or help text; 16 px below the input are always reserved. */
export const underField = (error: string | undefined, help?: string | undefined) => ({
  error: error && (
    <span className={classes.wrong}>
      <IconAlertCircle size={14} aria-hidden />
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

/** A small grey text that explains a field or a part of a dialog. */
export const HelpText = (props: ComponentProps<'p'>) => <p className={classes.help} {...props} />

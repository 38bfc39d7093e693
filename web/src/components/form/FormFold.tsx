import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, use, useState } from 'react'
import { FormContext } from './FormContext.ts'
import classes from './FormFold.module.css'
import form from './form.module.css'

interface FormFoldProps {
  title: string
  /** Its fields: opens initially when one of them has a value, and whenever one has an error. */
  names: readonly string[]
  children: ReactNode
}

/** A collapsible group of rarely used fields. */
export function FormFold({ title, names, children }: FormFoldProps) {
  const parentForm = use(FormContext)?.form
  const [isOpen, setOpen] = useState(() => names.some((name) => parentForm?.values[name]))
  const hasError = names.some((name) => parentForm?.errors[name])
  return (
    <details
      className={classes.fold}
      open={isOpen || hasError}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is; a field with an error cannot be collapsed */}
      <summary onClick={(event) => hasError && event.preventDefault()}>
        <IconChevronRight size={16} aria-hidden />
        {title}
      </summary>
      <div className={form.group}>{children}</div>
    </details>
  )
}

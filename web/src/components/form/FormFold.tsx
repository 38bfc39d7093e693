import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, use, useState } from 'react'
import { FormContext } from './FormContext.ts'
import classes from './FormFold.module.css'
import form from './form.module.css'

interface FormFoldProps {
  title: string
  /** Its fields: one of them that is filled opens it at the start, a wrong one as long as it is wrong. */
  names: readonly string[]
  children: ReactNode
}

/** Fields under a heading that most people leave alone: folded until somebody opens it, or one of them matters. */
export function FormFold({ title, names, children }: FormFoldProps) {
  const held = use(FormContext)?.form
  const [isOpen, setOpen] = useState(() => names.some((name) => held?.values[name]))
  const isWrong = names.some((name) => held?.errors[name])
  return (
    <details
      className={classes.fold}
      open={isOpen || isWrong}
      onToggle={({ currentTarget }) => {
        if (isWrong) currentTarget.open = true // what is wrong is not folded away
        setOpen(currentTarget.open)
      }}
    >
      <summary>
        <IconChevronRight size={16} stroke={1.6} aria-hidden />
        {title}
      </summary>
      <div className={form.group}>{children}</div>
    </details>
  )
}

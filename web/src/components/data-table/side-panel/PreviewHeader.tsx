import { IconPhoto } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { StatusChip } from '../../ui/StatusChip.tsx'
import classes from './parts.module.css'

interface PreviewHeadProps {
  name: string
  /** URL of its picture; undefined when the record type has none. */
  picture?: string | null
  state?: { on: boolean; label: string }
  /** The code, after the state. */
  code?: ReactNode
  /** A line below the name. */
  children?: ReactNode
}

/** The header of a record: picture, name, state and code. */
export function PreviewHeader({ name, picture, state, code, children }: PreviewHeadProps) {
  return (
    <div className={classes.title}>
      {picture !== undefined &&
        (picture ? (
          <img src={picture} alt="" />
        ) : (
          <span className={classes.blank}>
            <IconPhoto size={24} stroke={1.4} aria-hidden />
          </span>
        ))}
      <div>
        <h2>{name}</h2>
        {(code !== undefined || state) && (
          <p className={classes.known}>
            {code !== undefined && <span>{code}</span>}
            {state && <StatusChip {...state} />}
          </p>
        )}
        {children}
      </div>
    </div>
  )
}

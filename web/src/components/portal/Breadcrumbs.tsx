import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import classes from './Breadcrumbs.module.css'

interface Props {
  label: string
  /** The name of the top, and the screen whose address says `in` which of its places one is. */
  top: string
  to: string
  /** From the top to the place where one is. */
  path: readonly { id: number; name: string }[]
  /** At its end: what there is to know of that place. */
  children?: ReactNode
}

/** The way to the place of a tree in which one is, each step leading to itself. */
export function Breadcrumbs({ label, top, to, path, children }: Props) {
  const here = path.at(-1)
  return (
    <div className={classes.way}>
      <nav aria-label={label}>
        <ol className={classes.steps}>
          <li>{here ? <Link to={to}>{top}</Link> : <b>{top}</b>}</li>
          {path.map(({ id, name }) => (
            <Fragment key={id}>
              <li aria-hidden>
                <IconChevronRight size={14} stroke={1.6} />
              </li>
              <li>
                {id === here?.id ? (
                  <b aria-current="page">{name}</b>
                ) : (
                  <Link to={to} search={{ in: String(id) } as never}>
                    {name}
                  </Link>
                )}
              </li>
            </Fragment>
          ))}
        </ol>
      </nav>
      {children}
    </div>
  )
}

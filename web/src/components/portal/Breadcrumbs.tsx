import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Fragment, type ReactNode } from 'react'
import classes from './Breadcrumbs.module.css'

interface BreadcrumbsProps {
  label: string
  /** The name of the root, and the screen whose search param `in` is the current node. */
  top: string
  to: string
  /** The nodes from the root to the current one. */
  path: readonly RecordRef[]
  /** Rendered after the path: details of the current node. */
  children?: ReactNode
}

/** Breadcrumbs of the current node in a tree; each links to its node. */
export function Breadcrumbs({ label, top, to, path, children }: BreadcrumbsProps) {
  const current = path.at(-1)
  return (
    <div className={classes.breadcrumbs}>
      <nav aria-label={label}>
        <ol className={classes.steps}>
          <li>{current ? <Link to={to}>{top}</Link> : <b>{top}</b>}</li>
          {path.map(({ id, name }) => (
            <Fragment key={id}>
              <li aria-hidden>
                <IconChevronRight size={14} />
              </li>
              <li>
                {id === current?.id ? (
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

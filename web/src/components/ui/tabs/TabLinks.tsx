import { type ReactNode, useEffect, useRef } from 'react'
import classes from './Tabs.module.css'

/** The parts of one screen that have addresses of their own: links, of which the router marks the current one. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  // On a narrow screen the current one may be out of sight. Each part brings its own tabs, so once is enough.
  useEffect(() => {
    const current = nav.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [])
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

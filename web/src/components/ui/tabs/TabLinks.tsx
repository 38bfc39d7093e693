import { type ReactNode, useEffect, useRef } from 'react'
import { inNextFrame } from '../../../lib/layout/nextFrame.ts'
import classes from './Tabs.module.css'

/** Tabs with routes of their own: links, with the current one marked by the router. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  // On narrow screens the current tab may be outside of the view. Each route renders its own tabs, so once
  // is enough.
  useEffect(
    () =>
      inNextFrame(() =>
        nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
      ),
    [],
  )
  return (
    <nav ref={nav} className={classes.tabs} aria-label={label}>
      {children}
    </nav>
  )
}

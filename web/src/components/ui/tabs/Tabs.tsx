// The parts of one screen, of which one is shown.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './Tabs.module.css'

interface Tab<Key extends string> {
  key: Key
  label: string
  /** How many there are of what it shows, once that is known. */
  count?: number | undefined
  /** A sign before the label. */
  mark?: ReactNode
}

interface TabsProps<Key extends string> {
  /** What the tabs are of. */
  label: string
  tabs: readonly Tab<Key>[]
  current: Key
  onChoose: (key: Key) => void
  /** What the current one shows. */
  children: ReactNode
}

/** Tabs over what they show. One of them is reached by Tab, the others by arrows, Home and End. */
export function Tabs<const Key extends string>({ label, tabs, current, onChoose, children }: TabsProps<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const { integer } = formatOf(useLanguage().locale)
  // On a narrow screen the current one may be out of sight, when it was opened by its address.
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [id, current])
  const onKeyDown = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ key }) => key === current)
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    const place = (to + tabs.length) % tabs.length
    const next = tabs[place]
    if (!next) return
    onChoose(next.key)
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[place]?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className={classes.tabs} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <button
            key={tab.key}
            type="button"
            role="tab"
            id={`${id}-${tab.key}`}
            aria-selected={tab.key === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.key === current ? 0 : -1}
            onClick={() => onChoose(tab.key)}
          >
            {tab.mark}
            {tab.label}
            {tab.count !== undefined && <span>{integer(tab.count)}</span>}
          </button>
        ))}
      </div>
      <div id={`${id}-panel`} role="tabpanel" aria-labelledby={`${id}-${current}`} className={classes.panel}>
        {children}
      </div>
    </>
  )
}

// The parts of one screen, of which one is shown.
import { Tabs as MantineTabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
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
  const list = useRef<HTMLDivElement>(null)
  const { integer } = formatOf(useLanguage().locale)
  // On a narrow screen the current one may be out of sight, when it was opened by its address.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab has become the current one
  useEffect(() => {
    const tab = list.current?.querySelector('[aria-selected=true]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [current])
  return (
    <MantineTabs
      unstyled
      keepMounted={false}
      className={classes.root ?? ''}
      value={current}
      onChange={(key) => onChoose(key as Key)}
    >
      <MantineTabs.List ref={list} aria-label={label} className={classes.tabs ?? ''}>
        {tabs.map(({ key, label: name, count, mark }) => (
          <MantineTabs.Tab
            key={key}
            value={key}
            leftSection={mark}
            rightSection={count === undefined ? undefined : integer(count)}
          >
            {name}
          </MantineTabs.Tab>
        ))}
      </MantineTabs.List>
      <MantineTabs.Panel value={current} className={classes.panel ?? ''}>
        {children}
      </MantineTabs.Panel>
    </MantineTabs>
  )
}

// Tabs of one screen.
import { Tabs as MantineTabs } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { inNextFrame } from '../../../lib/layout/nextFrame.ts'
import classes from './Tabs.module.css'

interface Tab<Key extends string> {
  key: Key
  label: string
  /** Number of items in the tab, once known. */
  count?: number | undefined
  /** An icon before the label. */
  mark?: ReactNode
}

interface TabsProps<Key extends string> {
  /** Accessible name of the tab list. */
  label: string
  tabs: readonly Tab<Key>[]
  current: Key
  onChoose: (key: Key) => void
  /** Content of the current tab. */
  children: ReactNode
}

/** Tabs with one panel. Tab reaches the current one; arrow keys, Home and End move between them. */
export function Tabs<const Key extends string>({ label, tabs, current, onChoose, children }: TabsProps<Key>) {
  const list = useRef<HTMLDivElement>(null)
  const { integer } = useFormat()
  // Scrolls the current tab into view on narrow screens, when it was opened by URL.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the current tab changes
  useEffect(
    () =>
      inNextFrame(() =>
        list.current
          ?.querySelector('[aria-selected=true]')
          ?.scrollIntoView({ block: 'nearest', inline: 'center' }),
      ),
    [current],
  )
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

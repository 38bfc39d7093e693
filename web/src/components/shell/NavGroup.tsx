import { useLocalStorage } from '@mantine/hooks'
import { IconChevronRight, IconFolders } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { inNextFrame } from '../../lib/layout/nextFrame.ts'
import classes from './Nav.module.css'
import type { groups, Screen } from './screen.ts'

/** Groups that are collapsed by default. */
const folding: readonly string[] = ['records']

interface NavGroupProps {
  group: (typeof groups)[number]
  screens: readonly Screen[]
  /** The navigation shows icons only. */
  isFolded: boolean
  item: (screen: Screen) => ReactNode
}

/** A group of the navigation under its name. */
export function NavGroup(props: NavGroupProps) {
  const t = useTranslations()
  const { group, screens, item } = props
  const name = t(`groups.${group}`)
  if (folding.includes(group)) return <FoldingGroup {...props} name={name} />
  return (
    <section className={classes.group}>
      <h2>{name}</h2>
      <ul>{screens.map(item)}</ul>
    </section>
  )
}

function FoldingGroup({ group, screens, isFolded, item, name }: NavGroupProps & { name: string }) {
  const id = useId()
  const [isOpen, path, toggle] = useOpen(group, screens)
  const shown = useCurrentShown(isOpen, path)
  return (
    <section className={classes.group} data-folding>
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          {...(isFolded && { title: name, 'aria-label': name })}
          onClick={toggle}
        >
          {isFolded && <IconFolders size={18} aria-hidden />}
          <span className={classes.label}>{name}</span>
          <IconChevronRight size={14} aria-hidden />
        </button>
      </h2>
      <ul id={id} ref={shown} hidden={!isOpen}>
        {isOpen && screens.map(item)}
      </ul>
    </section>
  )
}

/**
 * Whether a group is open: as stored on this device, and always on one of its screens, unless it was
 * collapsed there. Also the current screen, if it is one of them: others render nothing here.
 */
function useOpen(group: string, screens: readonly Screen[]) {
  const path = useLocation({
    select: ({ pathname }) => screens.find((screen) => screen.path === pathname)?.path,
  })
  const [isStoredOpen, keep] = useLocalStorage({ key: `nav-${group}`, defaultValue: false })
  const [foldedAt, setFoldedAt] = useState<string>()
  const isOpen = path === undefined ? isStoredOpen : foldedAt !== path
  const toggle = () => {
    setFoldedAt(isOpen ? path : undefined)
    keep(!isOpen)
  }
  return [isOpen, path, toggle] as const
}

/**
 * Scrolls the current screen's entry into view: the group is at the end of a navigation longer than most
 * windows.
 */
function useCurrentShown(isOpen: boolean, path: string | undefined) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (!isOpen || !path) return
    return inNextFrame(() =>
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' }),
    )
  }, [isOpen, path])
  return list
}

import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ListRow } from '../data-table/list-page/wholeList.ts'
import { recents } from './recents.ts'

/** Adds a record of the current screen to the recently opened ones. */
export function useOpened(row: ListRow | null | undefined) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const name = row?.name
  const id = row?.id
  useEffect(() => {
    if (id === undefined || !name) return
    // A record's own page is below its screen: /partners/7.
    const screen = path.endsWith(`/${id}`) ? path.slice(0, -`/${id}`.length) : path
    recents.add({ path: screen, id, name })
  }, [path, id, name])
}

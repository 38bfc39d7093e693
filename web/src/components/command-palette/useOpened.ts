import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ListRow } from '../data-table/list-page/wholeList.ts'
import { recents } from './recents.ts'

/** Remembers a record of the screen that one is on as opened, for the palette to begin with. */
export function useOpened(row: ListRow | null | undefined) {
  const path = useLocation({ select: ({ pathname }) => pathname })
  const name = row?.name
  const id = row?.id
  useEffect(() => {
    if (id === undefined || !name) return
    // A record's own page is under its screen: /partners/7.
    const screen = path.endsWith(`/${id}`) ? path.slice(0, -`/${id}`.length) : path
    recents.add({ path: screen, id, name })
  }, [path, id, name])
}

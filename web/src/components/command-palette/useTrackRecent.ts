import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ListRow } from '../data-table/listRow.ts'
import { recents } from './recents.ts'

/** Adds a record of the current screen to the recently opened ones. */
export function useTrackRecent(row: ListRow | null | undefined) {
  const router = useRouter()
  const name = row?.name
  const id = row?.id
  useEffect(() => {
    if (id === undefined || !name) return
    const { pathname: path, search } = router.state.location // not followed: leaving the screen renders no list
    // A record's own page is below its screen: /partners/7.
    const screen = path.endsWith(`/${id}`) ? path.slice(0, -`/${id}`.length) : path
    // The tab of a list has another resource, whose records the screen's search does not find.
    if (screen === path && 'tab' in search) return
    recents.add({ path: screen, id, name })
  }, [router, id, name])
}

import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { useIsHere } from './useIsHere.ts'

type Search = Readonly<Record<string, string | number | undefined>>

/**
 * Changes the search params of the current page, unless the user has left it. A function gets those of the URL, which
 * may be newer than the rendered ones. The history state is preserved and drafts do not block: dialogs stay open.
 * `instead` replaces the history entry; `leaves` is for a change that closes what is being edited, such as another tab:
 * it asks before drafts are lost.
 */
export function useSearchHere() {
  const navigate = useNavigate()
  const isHere = useIsHere()
  return useCallback(
    (
      search: Search | ((now: Readonly<Record<string, string>>) => Search),
      { instead = false, leaves = false } = {},
    ) => {
      if (!isHere()) return
      // Generic over pages, so the search type is not known here.
      void navigate({
        to: '.',
        search: search as never,
        state: true,
        replace: instead,
        ignoreBlocker: !leaves,
      })
    },
    [navigate, isHere],
  )
}

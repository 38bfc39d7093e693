import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

type Search = Readonly<Record<string, string | number | undefined>>

/**
 * Goes to other search parameters of the page that one is on. Where one came from stays known, and no draft stands in
 * the way: what is open stays open. `instead` leaves no step behind to go back to.
 */
export function useSearchHere() {
  const navigate = useNavigate()
  return useCallback(
    (search: Search, { instead = false } = {}) =>
      // Any page: the type of one page's search is not known here.
      void navigate({
        ...{ to: '.', search: search as never, state: true },
        ...{ replace: instead, ignoreBlocker: true },
      }),
    [navigate],
  )
}

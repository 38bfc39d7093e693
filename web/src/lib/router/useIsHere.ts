import { trimPathRight, useMatches, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** The path of the rendered screen. That of the router is the next screen's while its code loads. */
export const useScreenPath = () =>
  trimPathRight(useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' }))

/** Whether the user is still on this screen, with this record in its path. Call it after an `await`, before navigating. */
export function useIsHere() {
  const router = useRouter()
  const path = useScreenPath()
  return useCallback(() => {
    const latest = trimPathRight(router.latestLocation.pathname)
    return latest.toLowerCase() === path.toLowerCase() // routes match in any case
  }, [router, path])
}

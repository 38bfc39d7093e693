import { officeToday } from '@kontor/contract/lib/text/locales'
import { useSyncExternalStore } from 'react'

/** The office's day, `2026-12-01`. Renders when it changes, on a page that stays open over midnight. */
export const useToday = () => useSyncExternalStore(everyMinute, officeToday)

function everyMinute(onChange: () => void) {
  const timer = setInterval(onChange, 60_000)
  document.addEventListener('visibilitychange', onChange) // timers of hidden pages stop
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onChange)
  }
}

import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Runs `answer` once when the address asks for it, `?name=1`, and takes the request out of the address. */
export function useSearchFlag(name: string, answer: (() => void) | undefined) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const isAsked = answer !== undefined && query[name] !== undefined
  const run = useEffectEvent(() => {
    answer?.()
    void navigate({
      to: '.',
      search: { ...query, [name]: undefined } as never,
      replace: true,
      ignoreBlocker: true,
    }) // any page: see useListState
  })
  useEffect(() => {
    if (isAsked) run()
  }, [isAsked])
}

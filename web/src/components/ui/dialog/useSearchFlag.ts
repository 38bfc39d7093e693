import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'

/** Runs `answer` once when the URL has `?name=1`, and removes that param. */
export function useSearchFlag(name: string, answer: (() => void) | undefined) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const isRequested = answer !== undefined && query[name] !== undefined
  const run = useEffectEvent(() => {
    answer?.()
    void navigate({
      to: '.',
      search: { ...query, [name]: undefined } as never,
      replace: true,
      ignoreBlocker: true,
    }) // generic over pages, see useListState
  })
  useEffect(() => {
    if (isRequested) run()
  }, [isRequested])
}

import { useSearch } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { useSearchHere } from '../../../lib/router/useSearchHere.ts'

/** Runs `answer` once when the URL has `?name=1`, and removes that param. */
export function useSearchFlag(name: string, answer: (() => void) | undefined) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  const isRequested = answer !== undefined && query[name] !== undefined
  const run = useEffectEvent(() => {
    answer?.()
    go((now) => ({ ...now, [name]: undefined }), { instead: true })
  })
  useEffect(() => {
    if (isRequested) run()
  }, [isRequested])
}

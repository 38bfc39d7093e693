import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Runs `answer` once when the address asks for it, `?name=1`, and takes the request out of the address. */
export function useAsked(name: string, answer: (() => void) | undefined) {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const navigate = useNavigate()
  const asked = answer && query[name] !== undefined
  useEffect(() => {
    if (!asked) return
    answer()
    void navigate({
      to: '.',
      search: { ...query, [name]: undefined } as never,
      replace: true,
      ignoreBlocker: true,
    }) // any page: see useListState
  }, [asked, answer, name, navigate, query])
}

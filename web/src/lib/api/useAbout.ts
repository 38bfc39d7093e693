import type { About } from '@kontor/contract/lib/http/about'
import { useEffect, useState } from 'react'
import { send } from './apiRequest.ts'

let loading: Promise<About> | undefined

/** Components that mount together share a request. */
function load() {
  loading ??= send({ method: 'GET', path: '/api/about' }, {})
    .then((response) => response.json() as Promise<About>)
    .finally(() => {
      loading = undefined
    })
  return loading
}

/** Public settings of the server. The sign-in page works without a response. */
export function useAbout() {
  const [about, setAbout] = useState<About | null>(null)
  useEffect(() => {
    let isShown = true
    load()
      .then((loaded) => isShown && setAbout(loaded))
      .catch(() => {})
    return () => {
      isShown = false
    }
  }, [])
  return about
}

import type { About } from '@kontor/contract/lib/http/about'
import { useEffect, useState } from 'react'
import { send } from './apiRequest.ts'

/** Public settings of the server. The sign-in page works without a response. */
export function useAbout() {
  const [about, setAbout] = useState<About | null>(null)
  useEffect(() => {
    const controller = new AbortController()
    send({ method: 'GET', path: '/api/about' }, {}, { signal: controller.signal })
      .then((response) => response.json())
      .then(setAbout)
      .catch(() => {})
    return () => controller.abort()
  }, [])
  return about
}

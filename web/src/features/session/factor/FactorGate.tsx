import { shellCalls } from '@kontor/contract/lib/http/about'
import { type ReactNode, useState } from 'react'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'

const FactorNeeded = lazyPart(() => import('./FactorNeeded.tsx'), 'FactorNeeded')

/** Shows the screens unless the user must set up a second factor first. */
export function FactorGate({ children }: { children: ReactNode }) {
  const { data: me } = useApiQuery(shellCalls.me, {})
  const [isClosed, setClosed] = useState(false)
  // After setup the recovery codes are shown before the screens.
  if (me?.needs_factor && !isClosed) setClosed(true)
  if (!me || !isClosed) return children
  return <FactorNeeded username={me.username} isDone={!me.needs_factor} onDone={() => setClosed(false)} />
}

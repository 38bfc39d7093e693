import { shellCalls } from '@kontor/contract/lib/http/about'
import { type ReactNode, useState } from 'react'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'

const FactorNeeded = lazyPart(() => import('./FactorNeeded.tsx'), 'FactorNeeded')

/** Shows the screens to users who need not set up a second factor first. */
export function FactorGate({ children }: { children: ReactNode }) {
  const { data: me } = useApiQuery(shellCalls.me, {})
  const [isClosed, setClosed] = useState(false)
  // Once it is set up there are codes to be kept, before the screens are there again.
  if (me?.needs_factor && !isClosed) setClosed(true)
  if (!me || !isClosed) return children
  return <FactorNeeded username={me.username} isDone={!me.needs_factor} onDone={() => setClosed(false)} />
}

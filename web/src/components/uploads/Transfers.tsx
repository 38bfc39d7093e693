import { useEffect } from 'react'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { transfers, useTransfers } from './transfers.ts'

const TransferTray = lazyPart(() => import('./TransferTray.tsx'), 'TransferTray')

/** The uploads over every screen; the code is loaded with the first one. They end with the session of their user. */
export function Transfers() {
  useEffect(() => transfers.abort, [])
  return useTransfers().length > 0 && <TransferTray />
}

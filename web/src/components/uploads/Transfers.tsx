import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { useTransfers } from './useTransfers.ts'

const TransferTray = lazyPart(() => import('./TransferTray.tsx'), 'TransferTray')

/** The uploads over every screen; the code is loaded with the first one. */
export const Transfers = () => useTransfers().length > 0 && <TransferTray />

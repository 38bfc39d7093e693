import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { useTransfers } from './useTransfers.ts'

const TransferTray = lazyPart(() => import('./TransferTray.tsx'), 'TransferTray')

/** The files on their way, over every screen; its code comes with the first of them. */
export const Transfers = () => useTransfers().length > 0 && <TransferTray />

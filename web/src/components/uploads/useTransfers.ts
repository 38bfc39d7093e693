import { useSyncExternalStore } from 'react'
import { transfers } from './transfers.ts'

/** The files on their way, as they are now. */
export const useTransfers = () => useSyncExternalStore(transfers.subscribe, transfers.get)

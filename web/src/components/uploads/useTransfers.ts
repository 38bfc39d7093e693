import { useSyncExternalStore } from 'react'
import { transfers } from './transfers.ts'

/** The current uploads. */
export const useTransfers = () => useSyncExternalStore(transfers.subscribe, transfers.get)

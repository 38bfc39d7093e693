import { useSyncExternalStore } from 'react'
import { type Connection, connection } from './connection.ts'

/** How it stands with the server now. */
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.state)

/** Whether it is away, for whatever reason. */
export const useIsCut = () => ['offline', 'silent'].includes(useConnection())

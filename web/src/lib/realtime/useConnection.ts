import { useSyncExternalStore } from 'react'
import { type Connection, connection } from './connection.ts'

/** The state of the connection. */
export const useConnection = (): Connection => useSyncExternalStore(connection.subscribe, connection.state)

/** Whether the server is unreachable for any reason. */
export const useIsDisconnected = () => ['offline', 'silent'].includes(useConnection())

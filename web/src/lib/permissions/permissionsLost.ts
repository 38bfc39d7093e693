import { createListeners } from '../listeners.ts'

/** Reports that the server rejected a call for missing permission: the stored permissions are outdated. */
export const permissionsLost = createListeners()

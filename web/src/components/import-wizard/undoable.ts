import type { Route } from '@kontor/contract/lib/http/route'
import type { ImportStatus } from '@kontor/contract/lib/imports/imports'
import { useLocalStorage } from '@mantine/hooks'
import { useEffect } from 'react'
import { session } from '../../lib/session/session.ts'

/** A list's import, see `Imports`. */
interface Importing {
  routes: { importStatus: Route }
  params?: Readonly<Record<string, string>>
}

/** What the notice of an import that can be undone says. */
export type Undoable = Pick<NonNullable<ImportStatus['last']>, 'id' | 'file_name' | 'changed'>

/**
 * The import whose notice is above a list, for this user on this device: until it is undone, another follows, or the
 * notice is closed. Known at once, so that nothing moves after a reload.
 */
export function useUndoable(imports: Importing | undefined) {
  const key = `undoable ${imports?.routes.importStatus.path} ${Object.values(imports?.params ?? {}).join(' ')}`
  // Older versions stored it without the user.
  useEffect(() => localStorage.removeItem(key), [key])
  return useLocalStorage<Undoable | null>({
    key: session.userKey(key),
    defaultValue: null,
    getInitialValueInEffect: false,
  })
}

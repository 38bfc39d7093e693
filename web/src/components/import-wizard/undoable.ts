import type { Route } from '@kontor/contract/lib/http/route'
import type { ImportStatus } from '@kontor/contract/lib/imports/imports'
import { useLocalStorage } from '@mantine/hooks'
import { session } from '../../lib/session/session.ts'

/** A list's import, see `Imports`. */
interface Importing {
  routes: { importStatus: Route }
  params?: Readonly<Record<string, string>>
}

/** What the notice of an import that can be undone says. */
export type Undoable = Pick<NonNullable<ImportStatus['last']>, 'id' | 'file_name' | 'changed'>

/**
 * The import whose notice is above a list of this user on this device: one that finished while the list was open, until it is undone,
 * another follows, or the notice is closed. Known at once, so that nothing moves after a reload.
 */
export const useUndoable = (imports: Importing | undefined) =>
  useLocalStorage<Undoable | null>({
    key: session.userKey(
      `undoable ${imports?.routes.importStatus.path} ${Object.values(imports?.params ?? {}).join(' ')}`,
    ),
    defaultValue: null,
    getInitialValueInEffect: false,
  })

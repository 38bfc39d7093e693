import type { Route } from '@kontor/contract/lib/http/route'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import type { ReactNode } from 'react'

/** What a feature can import: its routes and its spreadsheet columns. */
export interface Imports {
  /** Title of the dialog: 'Uvoz proizvoda'. */
  title: string
  /** `template` and `excel`: downloads of an empty file and of all rows, where they exist. */
  routes: { import: Route; importStatus: Route; undoImport: Route; template?: Route; excel?: Route }
  /** Path params of the routes. */
  params?: Readonly<Record<string, string>>
  layout: SheetColumns
  /** Sent with the file. */
  form?: Readonly<Record<string, string>>
  /** A switch of the upload, on by default: the field that is sent, its label and help, and the columns read with it. */
  option?: { name: string; label: string; help: string; layout: SheetColumns }
  /** Added to the question before an undo. */
  undoNote?: string
  /** A feature's addition to the result of an import; calls `onSaved` when its content has been saved. */
  more?: (props: { result: ImportResult; onSaved: () => void }) => ReactNode
  /** Whether the result has passwords that are shown only once and must be saved before the dialog closes. */
  toSave?: (result: ImportResult) => boolean
}

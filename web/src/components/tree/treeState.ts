/**
 * The state of a tree: search, selection and expansion. Stored in the URL, so that links, reload and back
 * restore it.
 */
export interface TreeState {
  /** Search text. */
  search: string
  /** Id of the selected node. */
  node: number | null
  opened: ReadonlySet<number>
  /** On phones: id of the current folder. */
  folder: number | null
}

const asId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

/** Reads the state from the URL; invalid ids are ignored. */
export function readTreeState(query: Readonly<Record<string, unknown>>): TreeState {
  const text = (key: string) => String(query[key] ?? '').trim()
  const ids = text('open').split('-').map(asId)
  return {
    search: text('q').slice(0, 200),
    node: asId(text('node')),
    opened: new Set(ids.filter((id) => id !== null)),
    folder: asId(text('in')),
  }
}

/** The search params of a state: `q`, `node`, `open=3-17` and `in`, without empty ones. */
export const writeTreeState = ({
  search,
  node,
  opened,
  folder,
}: TreeState): Record<string, string | undefined> => ({
  q: search || undefined,
  node: node === null ? undefined : String(node),
  open: [...opened].join('-') || undefined,
  in: folder === null ? undefined : String(folder),
})

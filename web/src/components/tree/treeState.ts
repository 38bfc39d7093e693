/** Where one is in a tree. It lives in the address, so that a link, a reload and the way back show the same. */
export interface TreeState {
  /** Words looked for. */
  search: string
  /** The chosen node. */
  node: number | null
  opened: ReadonlySet<number>
  /** On a phone: the folder that is shown. */
  folder: number | null
}

const asId = (text: string) => (/^[1-9]\d{0,9}$/.test(text) ? Number(text) : null)

/** Reads the state from the address; what is no id is passed over. */
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

/** The address of a state: `q`, `node`, `open=3-17` and `in`, without what is not so. */
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

import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { picked, written } from './draft.ts'
import type { DraftStore, Dropped } from './store.ts'

/** Selects or deselects categories; partners without a remaining category are deselected as well. */
export function pickCategories(store: DraftStore, ids: readonly number[], on: boolean) {
  store.pick('categories', ids, on)
  if (on) return
  deselectUnmatched(store, ids).catch((error) => {
    store.pick('categories', ids, true) // the partners to remove are unknown
    shownError.show(error)
  })
}

/** Deselects the partners without a category of the draft. Resolves with their number. */
async function deselectUnmatched(store: DraftStore, removed: readonly number[]): Promise<number> {
  const { categories, partners } = store.state().draft
  if (partners.size === 0) return 0
  const body = { categories: [...categories.keys()], partners: [...partners.keys()] }
  const { partners: apart } = await apiRequest(campaignPartners.apart, { body })
  const { draft } = store.state()
  if (draft.categories !== categories) return deselectUnmatched(store, removed) // the categories changed meanwhile
  const gone = apart.filter(({ id }) => draft.partners.has(id))
  if (gone.length === 0) return 0
  const lines = new Map(gone.map(({ id }) => [id, draft.partners.get(id) ?? '']))
  store.setLines('partners', picked(draft.partners, [...lines.keys()], false))
  store.setDropped(together(store, { categories: removed, partners: gone, lines }))
  return gone.length
}

/** Combined with the previous removal, without what was selected again. */
function together(store: DraftStore, last: Dropped): Dropped {
  const { dropped, draft } = store.state()
  if (!dropped) return last
  const isGone = (id: number) => !draft.partners.has(id)
  return {
    categories: [
      ...new Set([...dropped.categories.filter((id) => !draft.categories.has(id)), ...last.categories]),
    ],
    partners: [...dropped.partners.filter(({ id }) => isGone(id) && !last.lines.has(id)), ...last.partners],
    lines: new Map([...[...dropped.lines].filter(([id]) => isGone(id)), ...last.lines]),
  }
}

/** Restores the removed rows. */
export function restoreDropped(store: DraftStore) {
  const { dropped, draft } = store.state()
  if (!dropped) return
  store.pick('categories', dropped.categories, true)
  store.setLines('partners', written(draft.partners, dropped.lines))
  store.setDropped(null)
}

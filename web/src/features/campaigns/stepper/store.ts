import type { CampaignDetails } from '@kontor/contract/campaigns/details'
import type { CampaignType } from '@kontor/contract/campaigns/kinds'
import { keyed } from '@kontor/contract/lib/lists/keys'
import { useSyncExternalStore } from 'react'
import { type Draft, draftOf, type Lines, type Part, parts, picked, written } from './draft.ts'
import { type Changes, type Conflict, merged, settled } from './merge.ts'

/** What went with a category, to be said and to be brought back. */
export interface Dropped {
  categories: readonly number[]
  partners: readonly { id: number; name: string }[]
  lines: Lines
}

interface State {
  /** What is saved, and its version. */
  base: Draft
  version: number
  draft: Draft
  /** The ids that are chosen: the same object for as long as only values change, on which tables hang. */
  chosen: Readonly<Record<Part, ReadonlySet<number>>>
  dropped: Dropped | null
  /** Somebody tried to save: from then on what is missing is marked. */
  isAsked: boolean
  /** It is saved or given up, and nothing of it is to be kept. */
  isOver: boolean
}

export type DraftStore = ReturnType<typeof draftStore>

/**
 * The draft, outside of what React renders: a key in one of a hundred cells renders that cell and the counts. It begins
 * with what is saved and the changes that were kept; those that no longer fit are left for the person to choose.
 */
export function draftStore(saved: CampaignDetails, type: CampaignType, kept: Changes | null) {
  const base = draftOf(saved, type)
  const first = kept ? merged(base, kept) : { draft: base, conflicts: [] }
  let state: State = {
    ...{ base, version: saved.version, draft: first.draft },
    chosen: keyed(parts, (part) => new Set(first.draft[part].keys())),
    ...{ dropped: null, isAsked: false, isOver: false },
  }
  const listeners = new Set<() => void>()
  const set = (change: Partial<State>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }
  const put = (part: Part, lines: Lines) =>
    set({
      draft: { ...state.draft, [part]: lines },
      chosen: { ...state.chosen, [part]: new Set(lines.keys()) },
    })
  const replace = (draft: Draft) =>
    set({ draft, chosen: keyed(parts, (part) => new Set(draft[part].keys())), dropped: null })
  return {
    conflicts: first.conflicts,
    state: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pick: (part: Part, ids: readonly number[], on: boolean) => put(part, picked(state.draft[part], ids, on)),
    /** Writes beside one that is chosen. */
    write: (part: Part, id: number, value: string) =>
      set({ draft: { ...state.draft, [part]: written(state.draft[part], [[id, value]]) } }),
    put,
    replace,
    drop(dropped: Dropped | null) {
      set({ dropped })
    },
    ask: () => set({ isAsked: true }),
    /** With mine in those conflicts of what was kept that are chosen so. */
    settle: (conflicts: readonly Conflict[], mine: ReadonlySet<string>) =>
      replace(settled(state.draft, conflicts, mine)),
    end: () => set({ isOver: true }),
    /** Back to what is saved. */
    reset: () => replace(state.base),
    /** Goes on from what somebody else has saved. */
    goOnFrom(next: CampaignDetails, draft: Draft) {
      set({ base: draftOf(next, type), version: next.version })
      replace(draft)
    },
  }
}

/** Something of the state; rendered again when that changes, which must be the same object until then. */
export function useStore<T>({ subscribe, state }: DraftStore, read: (state: State) => T): T {
  return useSyncExternalStore(subscribe, () => read(state()))
}

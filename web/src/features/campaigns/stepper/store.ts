import type { CampaignDetails } from '@kontor/contract/campaigns/details'
import type { CampaignType } from '@kontor/contract/campaigns/kinds'
import { keyed } from '@kontor/contract/lib/lists/keys'
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { useSyncExternalStore } from 'react'
import { createListeners } from '../../../lib/listeners.ts'
import { type Draft, type DraftPart, draftOf, type Lines, parts, picked, written } from './draft.ts'
import { type Changes, type Conflict, merged, resolveConflicts } from './merge.ts'

/** Rows removed together with a category, for the notice and its undo. */
export interface Dropped {
  categories: readonly number[]
  partners: readonly RecordRef[]
  lines: Lines
}

interface State {
  /** The saved state, and its version. */
  base: Draft
  version: number
  draft: Draft
  /** The selected ids: the same object while only values change, because tables memoise on it. */
  chosen: Readonly<Record<DraftPart, ReadonlySet<number>>>
  dropped: Dropped | null
  /** Saving was attempted: missing values are marked from then on. */
  isSubmitted: boolean
  /** Saved or discarded: nothing is stored any more. */
  isDone: boolean
}

export type DraftStore = ReturnType<typeof draftStore>

/**
 * The draft outside of React state: a keystroke in one of a hundred cells renders that cell and the
 * counts. It starts with the saved campaign and the stored changes; conflicting ones are left for the
 * user to resolve.
 */
export function draftStore(saved: CampaignDetails, type: CampaignType, storedChanges: Changes | null) {
  const base = draftOf(saved, type)
  const first = storedChanges ? merged(base, storedChanges) : { draft: base, conflicts: [] }
  let state: State = {
    base,
    version: saved.version,
    draft: first.draft,
    chosen: keyed(parts, (part) => new Set(first.draft[part].keys())),
    dropped: null,
    isSubmitted: false,
    isDone: false,
  }
  const listeners = createListeners()
  const set = (change: Partial<State>) => {
    state = { ...state, ...change }
    listeners.notify()
  }
  const setLines = (part: DraftPart, lines: Lines) =>
    set({
      draft: { ...state.draft, [part]: lines },
      chosen: { ...state.chosen, [part]: new Set(lines.keys()) },
    })
  const replace = (draft: Draft) =>
    set({ draft, chosen: keyed(parts, (part) => new Set(draft[part].keys())), dropped: null })
  return {
    conflicts: first.conflicts,
    state: () => state,
    subscribe: listeners.subscribe,
    pick: (part: DraftPart, ids: readonly number[], on: boolean) =>
      setLines(part, picked(state.draft[part], ids, on)),
    /** Sets the value of a selected record. */
    setValue: (part: DraftPart, id: number, value: string) =>
      set({ draft: { ...state.draft, [part]: written(state.draft[part], [[id, value]]) } }),
    setLines,
    replace,
    setDropped: (dropped: Dropped | null) => set({ dropped }),
    markSubmitted: () => set({ isSubmitted: true }),
    /** Applies my values in the conflicts whose keys are in `mine`. */
    resolve: (conflicts: readonly Conflict[], mine: ReadonlySet<string>) =>
      replace(resolveConflicts(state.draft, conflicts, mine)),
    markDone: () => set({ isDone: true }),
    /** Back to the saved state. */
    reset: () => replace(state.base),
    /** Continues from a state that somebody else has saved. */
    rebaseOn(next: CampaignDetails, draft: Draft) {
      set({ base: draftOf(next, type), version: next.version })
      replace(draft)
    },
  }
}

/** Selects a part of the state; rerenders when its identity changes. */
export function useStore<T>({ subscribe, state }: DraftStore, read: (state: State) => T): T {
  return useSyncExternalStore(subscribe, () => read(state()))
}

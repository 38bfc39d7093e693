import { useEffect } from 'react'
import { forgetDraft, keepDraft } from './kept.ts'
import { changesOf } from './merge.ts'
import type { DraftStore } from './store.ts'

/** Milliseconds after the last change. */
const CALM = 400

/** Keeps the draft on this device while it is worked on. Answers how to forget it for good. */
export function useKeeping(store: DraftStore, campaign: number): () => void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = () => {
      const { base, version, draft, isOver } = store.state()
      if (isOver) return
      keepDraft(campaign, { version, at: new Date().toISOString(), changes: changesOf(base, draft) })
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, CALM)
    }
    const stop = store.subscribe(later)
    window.addEventListener('pagehide', keep)
    return () => {
      stop()
      if (timer !== undefined) keep()
      clearTimeout(timer)
      window.removeEventListener('pagehide', keep)
    }
  }, [store, campaign])
  return () => {
    store.end()
    forgetDraft(campaign)
  }
}

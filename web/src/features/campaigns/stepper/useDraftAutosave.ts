import { useCallback, useEffect, useRef, useState } from 'react'
import { draftKey, forgetDraft, saveDraft, savedDraft } from './draftStorage.ts'
import { changesOf } from './merge.ts'
import type { DraftStore } from './store.ts'

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 400

/**
 * Stores the draft on this device while it is edited. Returns a function that deletes it, and whether
 * another window of the user already stores it.
 */
export function useDraftAutosave(store: DraftStore, campaign: number) {
  const { isOwn, ...other } = useOtherWindow(campaign)
  const save = useCallback(() => {
    const { base, version, draft, isDone } = store.state()
    if (isDone || !isOwn()) return
    saveDraft(campaign, { version, at: new Date().toISOString(), changes: changesOf(base, draft) })
  }, [store, campaign, isOwn])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(save, DEBOUNCE_MS)
    }
    const stop = store.subscribe(later)
    window.addEventListener('pagehide', save)
    return () => {
      stop()
      if (timer !== undefined) save()
      clearTimeout(timer)
      window.removeEventListener('pagehide', save)
    }
  }, [store, save])
  return {
    isElsewhere: other.isElsewhere,
    takeOver() {
      other.takeOver()
      save()
    },
    forget() {
      store.markDone()
      if (isOwn()) forgetDraft(campaign)
    },
  }
}

/** One window stores the draft of a campaign until another takes it over; both know the state. */
function useOtherWindow(campaign: number) {
  const [isElsewhere, setElsewhere] = useState(false)
  const isOwner = useRef(true)
  const channel = useRef<BroadcastChannel>(null)
  const set = useCallback((isOwn: boolean) => {
    isOwner.current = isOwn
    setElsewhere(!isOwn)
  }, [])
  useEffect(() => {
    const windows = new BroadcastChannel(draftKey(campaign))
    channel.current = windows
    windows.onmessage = ({ data }) => {
      if (data === 'opened' && isOwner.current) windows.postMessage('mine')
      else if (data === 'mine') set(false)
      else if (data === 'left' && !savedDraft(campaign)) set(true)
    }
    const release = () => isOwner.current && windows.postMessage('left')
    windows.postMessage('opened')
    window.addEventListener('pagehide', release)
    return () => {
      window.removeEventListener('pagehide', release)
      release()
      windows.close()
    }
  }, [campaign, set])
  return {
    isElsewhere,
    isOwn: useCallback(() => isOwner.current, []),
    takeOver() {
      set(true)
      channel.current?.postMessage('mine')
    },
  }
}

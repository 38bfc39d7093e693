import type { RouterHistory } from '@tanstack/react-router'
import { createStore } from '../listeners.ts'

/** Texts of the confirmation; the general ones when absent. */
interface ConfirmationTexts {
  title: string
  text: string
  action: string
  /** Label of the stay button, where nothing is being edited. */
  stayLabel?: string
}

/** A component that can have unsaved changes: a form, or a message being written. */
export interface UnsavedWork {
  isUnsaved: boolean
  /** Navigation that keeps the draft: search params of its path, or any path of the app; none when absent. */
  within?: 'path' | 'app' | undefined
  words?: ConfirmationTexts | undefined
  /** Closes the component when the user leaves. */
  close?: (() => void) | undefined
}

/** The open confirmation. */
export interface LeaveQuestion {
  draft: UnsavedWork
  answer: (leave: boolean) => void
}

const drafts = new Set<UnsavedWork>()
const { get: question, set: setQuestion, subscribe } = createStore<LeaveQuestion | null>(null)

/** Registers a draft; returns a function that removes it. */
function add(draft: UnsavedWork) {
  drafts.add(draft)
  return () => {
    drafts.delete(draft)
    draft.isUnsaved = false
    if (question()?.draft === draft) question()?.answer(true)
  }
}

/** Changes a draft. One that is saved while the confirmation is open no longer blocks. */
function update(draft: UnsavedWork, work: UnsavedWork) {
  Object.assign(draft, work)
  if (!draft.isUnsaved && question()?.draft === draft) question()?.answer(true)
}

/**
 * Whether the drafts may be left; asks when one has unsaved changes. One confirmation at a time; further
 * attempts meanwhile are rejected.
 */
async function mayLeave(left: Iterable<UnsavedWork> = drafts): Promise<boolean> {
  if (question()) return false
  const leaving = [...left]
  const unsavedDraft = leaving.find(({ isUnsaved }) => isUnsaved)
  if (unsavedDraft) {
    if (!(await ask(unsavedDraft))) return false
    if (!unsavedDraft.isUnsaved) return mayLeave(leaving) // saved while it was asked about; others may not be
  }
  for (const draft of leaving) {
    draft.isUnsaved = false // keeps the browser from asking again
    draft.close?.()
  }
  return true
}

/** As {@link mayLeave}, where the app stays open: drafts that any of its screens keeps are not asked about. */
const mayClose = () => mayLeave([...drafts].filter(({ within }) => within !== 'app'))

function ask(draft: UnsavedWork) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setQuestion({ draft, answer: resolve })
  return promise.finally(() => setQuestion(null))
}

type Blocker = Parameters<RouterHistory['block']>[0]
type NextLocation = Parameters<Blocker['blockerFn']>[0]['nextLocation']

/**
 * Guards navigation: links, the palette, back and forward, reload and closing the tab. Returns a function
 * that stops it.
 */
function guard(history: RouterHistory) {
  return history.block({
    enableBeforeUnload: () => [...drafts].some(({ isUnsaved }) => isUnsaved),
    blockerFn: ({ currentLocation: from, nextLocation: to, action }) => {
      if (to.href === from.href) return false
      const left = [...drafts].filter((draft) => !survives(draft, from, to))
      const isLost = left.some(({ isUnsaved }) => isUnsaved)
      // Blocked at once and repeated after the answer, so that the URL stays the form's meanwhile.
      void mayLeave(left).then((leave) => leave && isLost && go(history, action, from, to))
      return isLost
    },
  })
}

const survives = ({ within }: UnsavedWork, from: NextLocation, to: NextLocation) =>
  within === 'app' || (within === 'path' && from.pathname === to.pathname)

function go(history: RouterHistory, action: string, from: NextLocation, to: NextLocation) {
  const options = { ignoreBlocker: true }
  if (action === 'PUSH') history.push(to.href, to.state, options)
  else if (action === 'REPLACE') history.replace(to.href, to.state, options)
  else history.go(to.state.__TSR_index - from.state.__TSR_index, options)
}

/** Unsaved changes of this tab, and the single confirmation before leaving them. */
export const unsaved = {
  add,
  update,
  mayLeave,
  mayClose,
  guard,
  question,
  subscribe,
}

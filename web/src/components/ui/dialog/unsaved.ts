import type { RouterHistory } from '@tanstack/react-router'

/** What is asked before unsaved work is given up; the general words when absent. */
interface Words {
  title: string
  text: string
  action: string
  /** What staying is called, where nothing is being edited. */
  stay?: string
}

/** Something on screen that can hold unsaved work: a form, a message that is being written. */
export interface Draft {
  isUnsaved: boolean
  /** It survives other search parameters of its path, or every way inside the app; absent, it survives nothing. */
  within?: 'path' | 'app' | undefined
  words?: Words | undefined
  /** Closes it when it is left. */
  close?: (() => void) | undefined
}

/** Whether a draft may be given up. */
export interface LeaveQuestion {
  about: Draft
  answer: (leave: boolean) => void
}

const drafts = new Set<Draft>()
const listeners = new Set<() => void>()
let question: LeaveQuestion | null = null

function setQuestion(next: LeaveQuestion | null) {
  question = next
  for (const listener of listeners) listener()
}

/** Answers how to take it away again. What was asked about and has been saved meanwhile is in nobody's way. */
function add(draft: Draft) {
  drafts.add(draft)
  return () => {
    drafts.delete(draft)
    if (question?.about === draft) question.answer(true)
  }
}

/** Whether these may be left: asks when one of them would be lost. One question at a time; ways tried meanwhile are shut. */
async function mayLeave(left: Iterable<Draft> = drafts): Promise<boolean> {
  if (question) return false
  const leaving = [...left]
  const about = leaving.find(({ isUnsaved }) => isUnsaved)
  if (about && !(await ask(about))) return false
  for (const draft of leaving) {
    draft.isUnsaved = false // so that the browser does not ask once more
    draft.close?.()
  }
  return true
}

function ask(about: Draft) {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setQuestion({ about, answer: resolve })
  return promise.finally(() => setQuestion(null))
}

type Blocker = Parameters<RouterHistory['block']>[0]
type Place = Parameters<Blocker['blockerFn']>[0]['nextLocation']

/** Stands before every way out that the address takes: links, the palette, back and forward, reload, closing the tab. Answers how to stop. */
function guard(history: RouterHistory) {
  return history.block({
    enableBeforeUnload: () => [...drafts].some(({ isUnsaved }) => isUnsaved),
    blockerFn: ({ currentLocation: from, nextLocation: to, action }) => {
      if (to.href === from.href) return false
      const left = [...drafts].filter((draft) => !survives(draft, from, to))
      const isLost = left.some(({ isUnsaved }) => isUnsaved)
      // Stopped at once and gone anew after the answer, so that the address stays the form's while it is asked about.
      void mayLeave(left).then((leave) => leave && isLost && go(history, action, from, to))
      return isLost
    },
  })
}

const survives = ({ within }: Draft, from: Place, to: Place) =>
  within === 'app' || (within === 'path' && from.pathname === to.pathname)

function go(history: RouterHistory, action: string, from: Place, to: Place) {
  const options = { ignoreBlocker: true }
  if (action === 'PUSH') history.push(to.href, to.state, options)
  else if (action === 'REPLACE') history.replace(to.href, to.state, options)
  else history.go(to.state.__TSR_index - from.state.__TSR_index, options)
}

/** Unsaved work of this tab, and the one question that stands before every way out of it. */
export const unsaved = {
  add,
  mayLeave,
  guard,
  question: () => question,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

// The signed-in user of this browser.
import { createListeners } from '../listeners.ts'
import { appBase } from '../router/appBase.ts'
import { isViewAsPartner, storage } from './storage.ts'

/**
 * The session in this browser's storage: a bearer token and its data. Imports no screens and no schemas, so that
 * the sign-in page stays small.
 */
const KEYS = {
  token: `${appBase.keys}token`,
  partner: `${appBase.keys}partner_id`,
  expiration: `${appBase.keys}expiration`,
  username: `${appBase.keys}username`,
  rights: `${appBase.keys}rights`,
  hidden: `${appBase.keys}hidden`,
} as const

/** Prefix in the storage of data that belongs to a user. */
const OWN_PREFIX = `${appBase.keys}own:`
const ownOf = (username: string) => `${OWN_PREFIX}${username}:`

/** What is required of the user: nothing, signing in again over an open form, or leaving for /login. */
export type Demand = null | 'password' | 'leave'

const listeners = createListeners()
let demand: Demand = null
let user = storage.getItem(KEYS.username) ?? ''
let lastToken = storage.getItem(KEYS.token)
let openForms = 0
let changedElsewhere = (_isOther: boolean) => {}
let signedInAgain: PromiseWithResolvers<void> | null = null

function ask(next: Demand) {
  demand = next
  listeners.notify()
}

/**
 * Whether the stored session belongs to this tab's user, and not to another one who has signed in in
 * another tab: it has the same name or, after a rename, the same token.
 */
function isOwn() {
  const name = storage.getItem(KEYS.username)
  const stored = storage.getItem(KEYS.token)
  if (name !== null && name !== user && stored !== lastToken) return false
  user = name ?? user
  lastToken = stored
  return true
}

/**
 * The stored token; an expired one is removed. Null while a form of another user is open: its values must
 * not be sent in the name of the new user.
 */
function token(): string | null {
  if (openForms > 0 && !isOwn()) return null
  const stored = storage.getItem(KEYS.token)
  if (!stored || Number(storage.getItem(KEYS.expiration)) > Date.now()) return stored
  storage.removeItem(KEYS.token)
  if (isViewAsPartner) leaveView()
  return null
}

/** The user is ending the session: that its token is rejected from now on is expected. */
let isLeaving = false

/** Announces that the user ends the session. */
function leave() {
  isLeaving = true
}

/** Stores a successful sign-in and lets every waiting call continue. `expires_in` is in milliseconds. */
function begin(username: string, answer: { token: string; expires_in: number; partner_id: number | null }) {
  if (username !== user) storage.removeItem(KEYS.rights)
  removeDataOfOthers(username)
  storage.setItem(KEYS.username, username)
  storage.setItem(KEYS.expiration, String(answer.expires_in + Date.now()))
  storage.setItem(KEYS.partner, String(answer.partner_id))
  storage.setItem(KEYS.token, answer.token)
  user = username
  lastToken = answer.token
  isLeaving = false
  continueWaiting()
}

/** The signed-in user has a new username. */
function rename(username: string) {
  storage.setItem(KEYS.username, username)
  user = username
}

function continueWaiting() {
  signedInAgain?.resolve()
  signedInAgain = null
  ask(null)
}

/** Removes the data of other users. */
function removeDataOfOthers(username: string | null) {
  const isKeptKey = (name: string) => username !== null && name.startsWith(ownOf(username))
  for (const name of Object.keys(storage))
    if (name.startsWith(OWN_PREFIX) && !isKeptKey(name)) storage.removeItem(name)
}

/**
 * Removes the session. Calls that wait for it never settle, because their page is left. The user's data
 * is removed as well, unless the session only expired: then it stays until another user signs in.
 */
function end({ isExpired = false } = {}) {
  if (isViewAsPartner) return leaveView()
  for (const key of Object.values(KEYS)) storage.removeItem(key)
  if (!isExpired) removeDataOfOthers(null)
  signedInAgain = null
  ask(null)
}

/** Ends a view: nothing of it stays, and the tab, which is of no use any more, is closed or starts anew. */
function leaveView() {
  for (const key of Object.keys(storage)) if (key.startsWith(appBase.keys)) storage.removeItem(key)
  globalThis.close()
  location.replace(appBase.home)
}

/**
 * Called when the server rejects a token. Resolves once the user has signed in again over the open form,
 * so that the call can be repeated; without an open form the page is left and it never settles.
 * Concurrent calls share one prompt.
 */
async function renewed(rejectedToken: string | null): Promise<void> {
  const current = token()
  if (current && current !== rejectedToken) return
  if (isLeaving) return new Promise<never>(() => {})
  if (isViewAsPartner) {
    leaveView()
    return new Promise<never>(() => {})
  }
  if (isOwn()) storage.removeItem(KEYS.token)
  if (openForms > 0) signedInAgain ??= Promise.withResolvers<void>()
  ask(signedInAgain ? 'password' : 'leave')
  await (signedInAgain?.promise ?? new Promise<never>(() => {}))
}

/** Registers a form with unsaved input; the returned function removes it. */
export function formIsOpen(): () => void {
  openForms += 1
  let open = true
  return () => {
    if (open) openForms -= 1
    open = false
    if (openForms === 0 && !isOwn()) changedElsewhere(true)
  }
}

/**
 * Follows other tabs: calls back when they have signed in or out, with whether it is another user, whose
 * data this tab must not show. Waits while a form is open.
 */
function followTabs(changed: (isOther: boolean) => void) {
  changedElsewhere = changed
  addEventListener('storage', ({ key, newValue }) => {
    if (isViewAsPartner) return // what happens in this browser's own session is not about the view
    if (key !== KEYS.token && key !== null) return
    const sameUser = storage.getItem(KEYS.username) === user
    if (newValue && sameUser && signedInAgain) continueWaiting()
    // An open form keeps its input: its next call asks for the password of its user.
    else if (openForms === 0) {
      changed(newValue !== null && !isOwn())
      user = storage.getItem(KEYS.username) ?? user
    }
  })
}

/** The session of this tab. */
export const session = {
  token,
  begin,
  rename,
  leave,
  end,
  renewed,
  followTabs,
  subscribe: listeners.subscribe,
  /** Whether another user has signed in in another tab. */
  isOthers: () => !isOwn(),
  demand: () => demand,
  /** The user who is or was last signed in here. */
  username: () => user,
  /** The key in local storage of data that is removed with the user. */
  userKey: (what: string) => ownOf(user) + what,
  /** The last known permissions, separated by spaces, used until the server has responded. */
  permissions: () => storage.getItem(KEYS.rights),
  savePermissions: (permissions: string) => storage.setItem(KEYS.rights, permissions),
  /** The last known hidden resources, in the same format. */
  hidden: () => storage.getItem(KEYS.hidden) ?? '',
  saveHidden: (hidden: string) => storage.setItem(KEYS.hidden, hidden),
}

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
  user: `${appBase.keys}user_id`,
  partner: `${appBase.keys}partner_id`,
  expiration: `${appBase.keys}expiration`,
  username: `${appBase.keys}username`,
  name: `${appBase.keys}name`,
  rights: `${appBase.keys}rights`,
  hidden: `${appBase.keys}hidden`,
} as const

/** The answer to a sign-in. `expires_in` is in milliseconds. */
export interface Begun {
  token: string
  expires_in: number
  user_id: number
  username: string
  partner_id: number | null
}

/** Prefix in the storage of data that belongs to an owner. */
const OWN_PREFIX = `${appBase.keys}own:`
const ownOf = (owner: string) => `${OWN_PREFIX}${owner}:`

// A session of an older version has no user's id: it has an owner of its own until the next sign-in.
if (storage.getItem(KEYS.user) === null && storage.getItem(KEYS.username) !== null)
  storage.setItem(KEYS.user, `@${storage.getItem(KEYS.username)}`)

const ownerOf = (user: number | string, partner: number | string | null) => `${user}.${partner}`
/** The owner of the stored session; null after signing out. */
function storedOwner() {
  const id = storage.getItem(KEYS.user)
  return id === null ? null : ownerOf(id, storage.getItem(KEYS.partner))
}

/** What is required of the user: nothing, signing in again over an open form, or leaving for /login. */
type Demand = null | 'password' | 'leave'

const listeners = createListeners()
let demand: Demand = null
let username = storage.getItem(KEYS.username) ?? ''
/** Whose data this tab shows: a user of a partner or of the office. Moved to another partner, he is another owner. */
let owner = storedOwner() ?? ''
let openForms = 0
let changedElsewhere = (_isOther: boolean) => {}
let signedInAgain: PromiseWithResolvers<void> | null = null
/** Calls of an ended session never settle, nor does what waits for them: a later session needs the page loaded anew. */
let hasLostCalls = false

function lostCall() {
  hasLostCalls = true
  return new Promise<never>(() => {})
}

function ask(next: Demand) {
  demand = next
  listeners.notify()
}

/** Whether the stored session belongs to this tab's owner, and not to another one who has signed in since. */
function isOwn() {
  if ((storedOwner() ?? owner) !== owner) return false
  username = storage.getItem(KEYS.username) ?? username
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

/**
 * Stores a successful sign-in and lets every waiting call continue; those of another owner never settle, because their
 * page is loaded anew.
 */
function begin(answer: Begun) {
  const next = ownerOf(answer.user_id, answer.partner_id)
  const isSame = [next, ownerOf(`@${answer.username}`, answer.partner_id)].includes(owner)
  if (!isSame) for (const key of [KEYS.rights, KEYS.name]) storage.removeItem(key)
  removeDataOfOthers(next)
  storage.setItem(KEYS.username, answer.username)
  storage.setItem(KEYS.user, String(answer.user_id))
  storage.setItem(KEYS.expiration, String(answer.expires_in + Date.now()))
  storage.setItem(KEYS.partner, String(answer.partner_id))
  storage.setItem(KEYS.token, answer.token)
  isLeaving = false
  if (!isSame && signedInAgain) return changedElsewhere(true)
  owner = next
  username = answer.username
  continueWaiting()
}

/** The signed-in user has a new username. */
function rename(name: string) {
  storage.setItem(KEYS.username, name)
  username = name
}

function continueWaiting() {
  signedInAgain?.resolve()
  signedInAgain = null
  ask(null)
}

/** Removes the data of other owners. */
function removeDataOfOthers(kept: string | null) {
  const isKeptKey = (name: string) => kept !== null && name.startsWith(ownOf(kept))
  for (const name of Object.keys(storage))
    if (name.startsWith(OWN_PREFIX) && !isKeptKey(name)) storage.removeItem(name)
}

/**
 * Removes the session. Calls that wait for it never settle, because their page is left. The user's data
 * is removed as well, unless the session only expired: then it stays until another owner signs in.
 */
function end({ isExpired = false } = {}) {
  if (isViewAsPartner) return leaveView()
  for (const key of Object.values(KEYS)) storage.removeItem(key)
  if (!isExpired) removeDataOfOthers(null)
  hasLostCalls ||= signedInAgain !== null
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
  if (isLeaving) return lostCall()
  if (isViewAsPartner) {
    leaveView()
    return lostCall()
  }
  if (isOwn()) storage.removeItem(KEYS.token)
  if (openForms > 0) signedInAgain ??= Promise.withResolvers<void>()
  ask(signedInAgain ? 'password' : 'leave')
  await (signedInAgain?.promise ?? lostCall())
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
  if (isViewAsPartner) return // what happens in this browser's own session is not about the view
  const follow = (newToken: string | null) => {
    if (newToken) isLeaving = false
    if (newToken && storedOwner() === owner && signedInAgain) continueWaiting()
    // An open form keeps its input: its next call asks for the password of its user.
    else if (openForms === 0) changed(newToken !== null && !isOwn())
  }
  addEventListener('storage', ({ key, newValue }) => {
    if (key === KEYS.token || key === null) follow(newValue)
  })
  // A page that the browser keeps for Back gets no events meanwhile.
  addEventListener('pageshow', ({ persisted }) => persisted && follow(storage.getItem(KEYS.token)))
}

/** The session of this tab. */
export const session = {
  token,
  begin,
  rename,
  leave,
  end,
  renewed,
  /** Whether a form with unsaved input is open. */
  hasOpenForm: () => openForms > 0,
  followTabs,
  subscribe: listeners.subscribe,
  hasLostCalls: () => hasLostCalls,
  /** Whether another user has signed in in another tab. */
  isOthers: () => !isOwn(),
  demand: () => demand,
  /** The user who is or was last signed in here. */
  username: () => username,
  /** Whose data and pending requests this tab shows and sends. */
  owner: () => owner,
  /** The key in local storage of data that is removed with its owner. */
  userKey: (what: string) => ownOf(owner) + what,
  /** The last known permissions, separated by spaces, used until the server has responded. */
  permissions: () => storage.getItem(KEYS.rights),
  savePermissions: (permissions: string) => storage.setItem(KEYS.rights, permissions),
  /** The last known name of the user, in the same way: the top bar does not move when the server responds. */
  name: () => storage.getItem(KEYS.name) ?? username,
  saveName: (name: string) => storage.setItem(KEYS.name, name),
  /** The last known hidden resources, in the same format. */
  hidden: () => storage.getItem(KEYS.hidden) ?? '',
  saveHidden: (hidden: string) => storage.setItem(KEYS.hidden, hidden),
}

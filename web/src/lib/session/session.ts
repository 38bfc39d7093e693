// Who is signed in on this browser.
import { appBase } from '../router/appBase.ts'

/**
 * The session as the browser keeps it: a bearer token and what belongs to it, in local storage. Knows no screens and
 * no schema, so that the login page stays small.
 */
const KEYS = {
  token: `${appBase.keys}token`,
  partner: `${appBase.keys}partner_id`,
  expiration: `${appBase.keys}expiration`,
  username: `${appBase.keys}username`,
  rights: `${appBase.keys}rights`,
  hidden: `${appBase.keys}hidden`,
} as const

/** Names in local storage that begin so hold what belongs to a user beside the session. */
const OWN = `${appBase.keys}own:`
const ownOf = (username: string) => `${OWN}${username}:`

/** What has to be asked of the person: nothing, to sign in anew over an open form, or to leave for /login. */
export type Demand = null | 'password' | 'leave'

const listeners = new Set<() => void>()
let demand: Demand = null
let user = localStorage.getItem(KEYS.username) ?? ''
let lastToken = localStorage.getItem(KEYS.token)
let openForms = 0
let changedElsewhere = (_isOther: boolean) => {}
let signedInAgain: PromiseWithResolvers<void> | null = null

function ask(next: Demand) {
  demand = next
  for (const listener of listeners) listener()
}

/**
 * Whether the stored session is that of this tab's user, and not of somebody who has signed in beside: it has his name,
 * or under a new name the token that he had.
 */
function isOwn() {
  const [name, stored] = [localStorage.getItem(KEYS.username), localStorage.getItem(KEYS.token)]
  if (name !== null && name !== user && stored !== lastToken) return false
  user = name ?? user
  lastToken = stored
  return true
}

/**
 * The stored token; one whose expiration is past is discarded. None while a form is open that somebody else has begun:
 * what was typed is not sent in the name of who has signed in since.
 */
function token(): string | null {
  if (openForms > 0 && !isOwn()) return null
  const stored = localStorage.getItem(KEYS.token)
  if (!stored || Number(localStorage.getItem(KEYS.expiration)) > Date.now()) return stored
  localStorage.removeItem(KEYS.token)
  return null
}

/** Keeps what a successful sign-in answered and lets every waiting call go on. `expires_in` is in milliseconds. */
function begin(username: string, answer: { token: string; expires_in: number; partner_id: number | null }) {
  if (username !== user) localStorage.removeItem(KEYS.rights)
  forgetAllBut(username)
  localStorage.setItem(KEYS.username, username)
  localStorage.setItem(KEYS.expiration, String(answer.expires_in + Date.now()))
  localStorage.setItem(KEYS.partner, String(answer.partner_id))
  localStorage.setItem(KEYS.token, answer.token)
  user = username
  lastToken = answer.token
  goOn()
}

/** The signed-in user is called so from now on, and signs in by that name. */
function rename(username: string) {
  localStorage.setItem(KEYS.username, username)
  user = username
}

function goOn() {
  signedInAgain?.resolve()
  signedInAgain = null
  ask(null)
}

/** Removes what belongs to others. */
function forgetAllBut(username: string | null) {
  const stays = (name: string) => username !== null && name.startsWith(ownOf(username))
  for (const name of Object.keys(localStorage))
    if (name.startsWith(OWN) && !stays(name)) localStorage.removeItem(name)
}

/**
 * Forgets the session. Calls that wait for it are never answered: what they were for is left. What belongs to the user
 * goes as well, unless the session has only run out: it then waits for him, and goes when another signs in.
 */
function end({ ranOut = false } = {}) {
  for (const key of Object.values(KEYS)) localStorage.removeItem(key)
  if (!ranOut) forgetAllBut(null)
  signedInAgain = null
  ask(null)
}

/**
 * To be called when the server does not take a token. Resolves once the person has signed in again over the open form,
 * so that the call can be repeated; without an open form the page is about to be left and it never resolves. Asks
 * once, however many calls are refused at the same time.
 */
async function renewed(refused: string | null): Promise<void> {
  const current = token()
  if (current && current !== refused) return
  if (isOwn()) localStorage.removeItem(KEYS.token)
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
 * Follows what other tabs do: calls back when they have signed in or out, with whether it is somebody else now, of whom
 * nothing that this tab holds is. While a form is open it waits until that is closed.
 */
function followTabs(changed: (isOther: boolean) => void) {
  changedElsewhere = changed
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEYS.token && key !== null) return
    const sameUser = localStorage.getItem(KEYS.username) === user
    if (newValue && sameUser && signedInAgain) goOn()
    // An open form keeps its input: its next call asks for the password of who has begun it.
    else if (openForms === 0) {
      changed(newValue !== null && !isOwn())
      user = localStorage.getItem(KEYS.username) ?? user
    }
  })
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The one session of this tab. */
export const session = {
  token,
  begin,
  rename,
  end,
  renewed,
  followTabs,
  subscribe,
  /** Whether somebody else has signed in in another tab. */
  isOthers: () => !isOwn(),
  demand: () => demand,
  /** Who is or was signed in here last. */
  username: () => user,
  /** The name in local storage of something of the user's that goes with him. */
  own: (what: string) => ownOf(user) + what,
  /** What the user was last known to be allowed, parted by spaces: what is shown until the server has said it anew. */
  rights: () => localStorage.getItem(KEYS.rights),
  savePermissions: (rights: string) => localStorage.setItem(KEYS.rights, rights),
  /** The records that the office was last known to hide, in the same way. */
  hidden: () => localStorage.getItem(KEYS.hidden) ?? '',
  keepHidden: (hidden: string) => localStorage.setItem(KEYS.hidden, hidden),
}

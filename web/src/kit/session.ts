/**
 * The session as the browser keeps it: a bearer token and what belongs to it, in local storage. Knows no screens and
 * no schema, so that the login page stays small.
 */
const KEYS = { token: 'token', partner: 'partner_id', expiration: 'expiration', username: 'username' } as const

/** What has to be asked of the person: nothing, to sign in anew over an open form, or to leave for /login. */
export type Demand = null | 'password' | 'leave'

const listeners = new Set<() => void>()
let demand: Demand = null
let user = localStorage.getItem(KEYS.username) ?? ''
let openForms = 0
let waiting: PromiseWithResolvers<boolean> | null = null

function ask(next: Demand) {
  demand = next
  for (const listener of listeners) listener()
}

/** The stored token; one whose expiration is past is discarded. */
function token(): string | null {
  const stored = localStorage.getItem(KEYS.token)
  if (!stored || Number(localStorage.getItem(KEYS.expiration)) > Date.now()) return stored
  localStorage.removeItem(KEYS.token)
  return null
}

/** Keeps what a successful sign-in answered and lets every waiting call go on. `expires_in` is in milliseconds. */
function begin(username: string, answer: { token: string; expires_in: number; partner_id: number | null }) {
  localStorage.setItem(KEYS.username, username)
  localStorage.setItem(KEYS.expiration, String(answer.expires_in + Date.now()))
  localStorage.setItem(KEYS.partner, String(answer.partner_id))
  localStorage.setItem(KEYS.token, answer.token)
  user = username
  settle(true)
}

/** Forgets the session. Waiting calls fail with their 401. */
function end() {
  for (const key of Object.values(KEYS)) localStorage.removeItem(key)
  settle(false)
}

function settle(signedIn: boolean) {
  waiting?.resolve(signedIn)
  waiting = null
  ask(null)
}

/**
 * To be called when the server no longer takes the token. Resolves to true once the person has signed in again over
 * the open form, so that the call can be repeated; false when there is no form to save. Asks once, however many
 * calls are refused at the same time.
 */
function lost(refused: string | null): Promise<boolean> {
  const current = token()
  if (current && current !== refused) return Promise.resolve(true)
  localStorage.removeItem(KEYS.token)
  if (openForms === 0 && !waiting) {
    ask('leave')
    return Promise.resolve(false)
  }
  waiting ??= Promise.withResolvers<boolean>()
  ask('password')
  return waiting.promise
}

/** Says that a form with unsaved input is open; the returned function says that it is closed. */
export function formIsOpen(): () => void {
  openForms += 1
  let open = true
  return () => {
    if (open) openForms -= 1
    open = false
  }
}

/** Follows what other tabs do: calls back when they have signed in (true) or out (false). */
function followTabs(changed: (signedIn: boolean) => void) {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== KEYS.token && key !== null) return
    const sameUser = localStorage.getItem(KEYS.username) === user
    if (newValue && sameUser && waiting) settle(true)
    // An open form keeps its input: its next call asks for the password.
    else if (openForms === 0) changed(newValue !== null)
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
  end,
  lost,
  followTabs,
  subscribe,
  demand: () => demand,
  /** Who is or was signed in here last. */
  username: () => user,
}

/**
 * Which of the two apps runs: the office's at / or the partners' at /app. They share an origin, so each
 * stores its session under its own keys, independent of the other.
 */
const OFFICE = {
  home: '/',
  keys: '',
  login: '/api/login',
  logout: '/api/logout',
  second: '/api/login/second',
  ownPassword: '/user-profile?password=1',
  devices: '/api/user_firebase_tokens',
} as const
const PARTNERS = {
  home: '/app',
  keys: 'app.',
  login: '/api/app/login',
  logout: '/api/app/logout',
  second: '/api/login/second', // not called by the partners' app
  ownPassword: '/app/profile?password=1',
  devices: '/api/app/user_firebase_tokens',
} as const

/** Whether a path belongs to the partners' app. */
export const isPartners = (path: string) => /^\/app(\/|$)/.test(path)

// Unit tests have no location; they run as the office.
const path = typeof location === 'undefined' ? '/' : location.pathname

/** The running app: its base path, its routes of sign-in, sign-out and push devices, and its password screen. */
export const appBase = isPartners(path) ? PARTNERS : OFFICE

/**
 * Which of the two apps runs here: the office's at / or the partners' at /app. They come from one address, so each
 * keeps its session under names of its own: signing in to the one is nothing to the other.
 */
const OFFICE = {
  ...{ home: '/', keys: '', login: '/api/login', logout: '/api/logout' },
  second: '/api/login/second',
  ownPassword: '/user-profile?password=1',
} as const
const PARTNERS = {
  ...{ home: '/app', keys: 'app.', login: '/api/app/login', logout: '/api/app/logout' },
  second: '/api/login/second', // never asked of partners
  ownPassword: '/app/profile?password=1',
} as const

/** Whether a path of the site is the partners' app. */
export const isPartners = (path: string) => /^\/app(\/|$)/.test(path)

// Unit tests have no address; they mean the office.
const path = typeof location === 'undefined' ? '/' : location.pathname

/**
 * The app that is open: where it begins, its calls of sign-in and sign-out, and where one changes the own
 * password.
 */
export const appBase = isPartners(path) ? PARTNERS : OFFICE

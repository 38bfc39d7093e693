/** Texts of the office's screens alone: the partners' app is not sent them. */
const OFFICE = [
  ...[
    'groups',
    'palette',
    'home',
    'history',
    'table',
    'toggle',
    'conflict',
    'image',
    'picker',
    'upload',
    'settle',
    'rooms',
  ],
  ...[
    'map',
    'chat',
    'notifications',
    'stores',
    'partners',
    'products',
    'users',
    'support',
    'import',
    'report',
    'excel',
    'sliders',
    'editor',
    'dates',
    'lists',
  ],
]
/** And of the partners' screens alone. */
const PARTNERS = ['portal']
/** All that the office's door needs: the login, and what can go wrong there. */
const VISITORS = [
  'app',
  'language',
  'scheme',
  'common',
  'login',
  'connection',
  'pages',
  'validation',
  'error',
  'login_error',
]

type Texts = Readonly<Record<string, unknown>>
const without = (texts: Texts, left: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !left.includes(key)))

/** What each of the two apps shows of a catalogue, and the office before somebody has signed in. */
export const forOffice = (texts: Texts) => without(texts, PARTNERS)
export const forPartners = (texts: Texts) => without(texts, OFFICE)
export const forVisitors = (texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => VISITORS.includes(key)))

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
  ],
]
/** And of the partners' screens alone. */
const PARTNERS = ['portal']

type Texts = Readonly<Record<string, unknown>>
const without = (texts: Texts, left: readonly string[]): Texts =>
  Object.fromEntries(Object.entries(texts).filter(([key]) => !left.includes(key)))

/** What each of the two apps shows of a catalogue. */
export const forOffice = (texts: Texts) => without(texts, PARTNERS)
export const forPartners = (texts: Texts) => without(texts, OFFICE)

import type { cnr } from '../i18n/cnr.ts'

/** A room by its key in the catalogue's `rooms`: title, texts of its buttons, words for its states. */
export type Room = keyof (typeof cnr)['rooms']

/** A list by its place in the catalogue: a room's own, or one that is only read. */
export type ListName = `rooms.${Room}` | `lists.${keyof (typeof cnr)['lists']}`

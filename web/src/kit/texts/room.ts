import type { cnr } from '../../i18n/cnr.ts'

type Rooms = (typeof cnr)['rooms']

/** A room by its key in the catalogue's `rooms`: title, texts of its buttons, words for its states. */
export type Room = keyof Rooms

/** A room whose records are added in a form. */
export type FormRoom = { [R in Room]: Rooms[R] extends { new: string } ? R : never }[Room]

/** A room whose records can be deactivated; its hint says what that means. */
export type ToggleRoom = { [R in Room]: Rooms[R] extends { hint: string } ? R : never }[Room]

/** A list by its place in the catalogue: a room's own, or one that is only read. */
export type ListName = `rooms.${Room}` | `lists.${keyof (typeof cnr)['lists']}`

import type { Texts } from './language.ts'

/**
 * Texts of the rooms' lists, records and buttons. Each feature adds its own where it names its texts:
 * `declare module '…/kit/texts/room.ts' { interface Rooms extends … {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Rooms {}

/** Titles and empty states of lists that are only read, filled in the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Lists {}

/** For the kit, which says a room's texts by its name; they have come with the room's screen. */
export const roomTexts: Texts<{ rooms: Rooms; lists: Lists }> = {}

/** A room by its key in `rooms`: title, texts of its buttons, words for its states. */
export type Room = keyof Rooms

/** A room whose records are added in a form. */
export type FormRoom = { [R in Room]: Rooms[R] extends { new: string } ? R : never }[Room]

/** A list by its place in the texts: a room's own, or one that is only read. */
export type ListName = `rooms.${Room}` | `lists.${keyof Lists}`

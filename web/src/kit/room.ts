import type { cnr } from '../i18n/cnr.ts'

/** A room by its key in the catalogue's `rooms`: title, texts of its buttons, words for its states. */
export type Room = keyof (typeof cnr)['rooms']

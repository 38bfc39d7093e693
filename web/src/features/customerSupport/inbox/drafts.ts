import { session } from '../../../lib/session/session.ts'

const nameOf = (id: number) => session.own(`support-draft:${id}`)

/** What was begun and not sent, by conversation and person: it is there again after a look elsewhere, or a reload. */
export const drafts = {
  of: (id: number) => localStorage.getItem(nameOf(id)) ?? '',
  keep(id: number, text: string) {
    if (text === '') localStorage.removeItem(nameOf(id))
    else localStorage.setItem(nameOf(id), text)
  },
}

import { TRAINING } from '@kontor/contract/sliders/kinds'
import { sql, type Transaction } from 'kysely'
import type { Schema } from '../lib/database/schema.ts'
import { officeMoment, seeded } from './random.ts'

/** Alternating messages: the partner begins; the office has the last word or has read the partner's. */
const TALKS = [
  [
    'Dobar dan, da li obuka obuhvata i motore sa mokrim kaišem?',
    'Dobar dan. Da, drugi dio filma, od desetog minuta.',
    'Odlično, hvala. Gledaćemo obojica.',
  ],
  [
    'Treba li nam poseban alat?',
    'Samo blokada bregastog vratila; kod nas je na stanju.',
    'U redu, poručujem.',
  ],
  ['Link mi ne radi na telefonu.', 'Provjerili smo, sada radi. Javite ako opet stane.', 'Radi, hvala!'],
  ['Da li se dobija potvrda o obuci?', 'Dobija se, poslije kratkog testa u sali.'],
  ['Koliko traje snimak?', 'Oko četrdeset minuta.', 'Taman za pauzu. Hvala.'],
  ['Može li obuka i na terenu, kod nas u Baru?', 'Može za najmanje pet majstora. Javite se kolegi Žariću.'],
]

/** Unread messages of partners: by training and index of the conversation. */
const UNREAD: Record<number, string>[] = [
  {
    1: 'Blokada je stigla. Kada je sljedeći termin u vašoj sali?',
    3: 'Možemo li dobiti potvrdu i za kolegu?',
  },
  { 2: 'Opet ne radi na telefonu, možete li provjeriti?' },
]

const MINUTE = 60_000

/** A few conversations about trainings; three partners wait for a reply. */
export async function seedChats(tx: Transaction<Schema>, demoUsername: string, now: Date) {
  const random = seeded(416)
  const trainings = await tx
    .selectFrom('sliders')
    .select(['id', 'welcome_message'])
    .where('type', '=', TRAINING)
    .where('is_active', '=', true)
    .where('is_visible', '=', true)
    .orderBy('id')
    .execute()
  const office = await tx
    .selectFrom('users')
    .select('id')
    .where('partner_id', 'is', null)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  for (const [trainingIndex, { id, welcome_message }] of trainings.entries()) {
    const readers = await readersOf(tx, id, demoUsername)
    const talks = TALKS.slice(0, readers.length).map((turns, i) => ({
      user_id: readers[i] ?? 0,
      began: officeMoment(random, now, UNREAD[trainingIndex]?.[i] ? 3 : 12).getTime() - 15 * MINUTE,
      unread: UNREAD[trainingIndex]?.[i],
      messages: [
        ...(welcome_message ? [{ text: welcome_message, from_office: true, user_admin_id: null }] : []),
        ...turns.map((text, turn) => ({
          text,
          from_office: turn % 2 === 1,
          user_admin_id: turn % 2 === 1 ? office.id : null,
        })),
      ],
    }))
    await seedTalks(tx, id, talks)
  }
  // Authors must have signed in.
  await sql`INSERT INTO signed_in_partners (user_id, registered_at, last_sign_in_at)
    SELECT user_id, min(last_at) - interval '1 hour', max(last_at) - interval '20 minutes' FROM message_threads
    GROUP BY user_id ON CONFLICT (user_id) DO NOTHING`.execute(tx)
}

interface Talk {
  user_id: number
  began: number
  unread: string | undefined
  messages: { text: string; from_office: boolean; user_admin_id: number | null }[]
}

const allMessages = ({ messages, unread }: Talk): Talk['messages'] =>
  unread ? [...messages, { text: unread, from_office: false, user_admin_id: null }] : messages

const momentOf = ({ began }: Talk, turn: number) => new Date(began + turn * 3 * MINUTE).toISOString()

async function seedTalks(tx: Transaction<Schema>, slider_id: number, talks: Talk[]) {
  if (talks.length === 0) return
  const rows = talks.map((talk) => {
    const read_at = momentOf(talk, talk.messages.length - 1)
    const last_at = talk.unread ? momentOf(talk, talk.messages.length) : read_at
    const read = { office_read_at: read_at, user_read_at: last_at, office_unread: talk.unread ? 1 : 0 }
    return {
      slider_id,
      user_id: talk.user_id,
      partner_id: sql<number>`(SELECT partner_id FROM users WHERE id = ${talk.user_id})`,
      last_message: talk.unread ?? talk.messages.at(-1)?.text ?? null,
      last_at,
      ...read,
    }
  })
  const threads = await tx.insertInto('message_threads').values(rows).returning(['id', 'user_id']).execute()
  const idOf = new Map(threads.map(({ id, user_id }) => [user_id, id]))
  const messages = talks.flatMap((talk) =>
    allMessages(talk).map(({ text, from_office, user_admin_id }, turn) => ({
      message_thread_id: idOf.get(talk.user_id) ?? 0,
      message: text,
      from_office,
      user_admin_id,
      created_at: momentOf(talk, turn),
    })),
  )
  await tx.insertInto('messages').values(messages).execute()
}

/** The first users of other partners that may see a slider. */
async function readersOf(tx: Transaction<Schema>, sliderId: number, demoUsername: string) {
  const users = await tx
    .selectFrom('users')
    .innerJoin('partners', 'partners.id', 'users.partner_id')
    .select('users.id')
    .where('partners.is_active', '=', true)
    .where('users.is_active', '=', true)
    .where('username', '!=', demoUsername)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('partner_categories')
          .innerJoin('slider_categories', 'slider_categories.category_id', 'partner_categories.category_id')
          .whereRef('partner_categories.partner_id', '=', 'partners.id')
          .where('slider_id', '=', sliderId)
          .select('slider_id'),
      ),
    )
    .orderBy('users.id')
    .limit(TALKS.length)
    .execute()
  return users.map(({ id }) => id)
}

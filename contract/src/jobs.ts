import * as z from 'zod/mini'
import { moment } from './lib/fields/fields.ts'
import { route } from './lib/http/route.ts'
import { keysOf } from './lib/lists/keys.ts'
import { list, listBody, paged } from './lib/lists/list.ts'
import type { Locale } from './lib/text/locales.ts'

/** The labels of the server's jobs. */
const jobNames = {
  mail: { cnr: 'Slanje e-maila', en: 'Sending a mail' },
  ended_sessions: { cnr: 'Brisanje isteklih sesija', en: 'Removing ended sessions' },
  old_password_links: {
    cnr: 'Brisanje isteklih linkova za lozinku',
    en: 'Removing links to passwords that have ended',
  },
  old_sign_ins: { cnr: 'Brisanje starih prijava', en: 'Removing old sign-ins' },
  old_idempotency_keys: { cnr: 'Brisanje starih ključeva poziva', en: 'Removing old idempotency keys' },
  old_events: { cnr: 'Brisanje starih događaja', en: 'Removing old events' },
  old_webhook_log: { cnr: 'Brisanje starog dnevnika webhookova', en: 'Removing the old log of webhooks' },
  deleted_catalogue: {
    cnr: 'Brisanje obrisanog iz kataloga',
    en: 'Removing what was deleted of the catalogue',
  },
  deleted_technical_support: {
    cnr: 'Brisanje obrisanog iz tehničke podrške',
    en: 'Removing what was deleted of technical support',
  },
  replaced_support_files: {
    cnr: 'Brisanje zamijenjenih fajlova tehničke podrške',
    en: 'Removing replaced files of technical support',
  },
  orphaned_support_files: {
    cnr: 'Brisanje fajlova tehničke podrške bez zapisa',
    en: 'Removing files of technical support without a record',
  },
  orphaned_service_templates: {
    cnr: 'Brisanje šablona usluga bez zapisa',
    en: 'Removing templates of services without a record',
  },
  orphaned_product_pictures: {
    cnr: 'Brisanje slika proizvoda bez zapisa',
    en: 'Removing pictures of products without a record',
  },
  orphaned_slider_pictures: {
    cnr: 'Brisanje slika slajdera bez zapisa',
    en: 'Removing pictures of sliders without a record',
  },
  orphaned_campaign_pictures: {
    cnr: 'Brisanje slika kampanja bez zapisa',
    en: 'Removing pictures of campaigns without a record',
  },
} as const satisfies Record<string, Record<Locale, string>>
export type JobName = keyof typeof jobNames

export const jobStates = {
  waiting: { cnr: 'Čeka', en: 'Waiting' },
  running: { cnr: 'U toku', en: 'Running' },
  done: { cnr: 'Završen', en: 'Done' },
  failed: { cnr: 'Neuspio', en: 'Failed' },
} as const satisfies Record<string, Record<Locale, string>>

const jobId = z.uuid()

const job = z.object({
  /** Identifies rows of the list; routes identify a job by `job_id`. */
  id: z.int(),
  job_id: jobId,
  name: z.string(),
  state: z.enum(keysOf(jobStates)),
  created_at: moment,
  /** When it is retried, while it waits. */
  next_at: z.nullable(moment),
  finished_at: z.nullable(moment),
  tries: z.int(),
  /** The error of the last attempt. */
  error: z.nullable(z.string()),
})
export type Job = z.infer<typeof job>

const optionsOf = (words: Record<string, Record<Locale, string>>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }))

export const jobList = list({
  columns: {
    created_at: { label: { cnr: 'Vrijeme', en: 'Time' }, filter: 'day' },
    name: { label: { cnr: 'Posao', en: 'Job' }, filter: 'choice', options: optionsOf(jobNames) },
    state: { label: { cnr: 'Stanje', en: 'State' }, filter: 'choice', options: optionsOf(jobStates) },
    tries: { label: { cnr: 'Pokušaja', en: 'Tries' }, filter: 'number' },
    error: { label: { cnr: 'Greška', en: 'Error' }, filter: 'text' },
    next_at: { label: { cnr: 'Sljedeći pokušaj', en: 'Next try' }, filter: 'day' },
    finished_at: { label: { cnr: 'Završeno', en: 'Finished' }, filter: 'day', optional: true },
  },
  views: { failed: { label: { cnr: 'Neuspjeli', en: 'Failed' }, filters: { state: 'failed' } } },
  search: ['name', 'error'],
  sort: { by: 'created_at', desc: true },
  size: 20,
})

const administer = { audience: 'staff', permission: 'users.administer' } as const

export const jobs = {
  index: route({
    ...{ method: 'POST', path: '/api/jobs/index', ...administer },
    summary:
      'A page of the server’s jobs, or a file of them: those that wait or run, and what came of the last day’s',
    body: listBody(jobList),
    reply: paged(job),
  }),
  retry: route({
    ...{ method: 'POST', path: '/api/jobs/:id/retry', ...administer },
    summary: 'Enqueues a job that has failed once more, with all its tries',
    params: z.strictObject({ id: jobId }),
    reply: z.object({ message: z.string() }),
  }),
}

import * as z from 'zod/mini'
import { done, moment } from '../lib/fields/fields.ts'
import { route } from '../lib/http/route.ts'
import { keysOf } from '../lib/lists/keys.ts'
import { listBody, optionsOf, PAGE_OR_FILE, paged } from '../lib/lists/list.ts'
import { recordList } from '../lib/lists/record-list.ts'
import type { LocalizedText } from '../lib/text/locales.ts'

/** The labels of the server's jobs, which the features' routes.ts define or schedule. */
const jobNames = {
  mail: { cnr: 'Slanje e-maila', en: 'Sending e-mail' },
  ended_sessions: { cnr: 'Brisanje isteklih sesija', en: 'Deleting expired sessions' },
  old_password_links: {
    cnr: 'Brisanje isteklih linkova za lozinku',
    en: 'Deleting expired password links',
  },
  old_sign_ins: { cnr: 'Brisanje starih prijava', en: 'Deleting old sign-ins' },
  old_idempotency_keys: { cnr: 'Brisanje starih ključeva poziva', en: 'Deleting old idempotency keys' },
  old_events: { cnr: 'Brisanje starih događaja', en: 'Deleting old events' },
  old_webhook_log: { cnr: 'Brisanje starog dnevnika webhookova', en: 'Deleting old webhook logs' },
  deleted_catalogue: {
    cnr: 'Trajno brisanje iz kataloga',
    en: 'Purging deleted catalogue items',
  },
  deleted_technical_support: {
    cnr: 'Trajno brisanje iz tehničke podrške',
    en: 'Purging deleted technical support items',
  },
  replaced_support_files: {
    cnr: 'Brisanje zamijenjenih fajlova tehničke podrške',
    en: 'Deleting replaced technical support files',
  },
  orphaned_support_files: {
    cnr: 'Brisanje fajlova tehničke podrške bez zapisa',
    en: 'Deleting orphaned technical support files',
  },
  orphaned_service_templates: {
    cnr: 'Brisanje šablona usluga bez zapisa',
    en: 'Deleting orphaned service templates',
  },
  orphaned_product_pictures: {
    cnr: 'Brisanje slika proizvoda bez zapisa',
    en: 'Deleting orphaned product images',
  },
  orphaned_slider_pictures: {
    cnr: 'Brisanje slika slajdera bez zapisa',
    en: 'Deleting orphaned slider images',
  },
  orphaned_chat_files: {
    cnr: 'Brisanje fajlova konverzacija bez poruke',
    en: 'Deleting orphaned conversation files',
  },
  orphaned_customer_support_files: {
    cnr: 'Brisanje fajlova korisničke podrške bez poruke',
    en: 'Deleting orphaned customer support files',
  },
  orphaned_campaign_pictures: {
    cnr: 'Brisanje slika kampanja bez zapisa',
    en: 'Deleting orphaned campaign images',
  },
} as const satisfies Record<string, LocalizedText>
export type JobName = keyof typeof jobNames

export const jobStates = {
  waiting: { cnr: 'Čeka', en: 'Waiting' },
  running: { cnr: 'U toku', en: 'Running' },
  done: { cnr: 'Završen', en: 'Done' },
  failed: { cnr: 'Neuspio', en: 'Failed' },
} as const satisfies Record<string, LocalizedText>

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

export const jobList = recordList({
  name: 'jobs',
  noun: {
    cnr: { gender: 'm', title: 'Poslovi', one: 'Posao', other: 'poslova' },
    en: { title: 'Jobs', one: 'Job' },
    empty: { cnr: 'Nema poslova', en: 'No jobs' },
    empty_hint: {
      cnr: 'Ovdje je ono što server radi sam: slanje, brisanje starog. Završeni poslovi se čuvaju jedan dan, a e-mailovi dvije sedmice.',
      en: 'What the server does on its own: sending, deleting old data. Completed jobs are kept for a day, e-mails for two weeks.',
    },
  },
  columns: {
    created_at: { label: { cnr: 'Vrijeme', en: 'Time' }, filter: 'day' },
    name: { label: { cnr: 'Posao', en: 'Job' }, filter: 'choice', options: optionsOf(jobNames) },
    state: { label: { cnr: 'Stanje', en: 'State' }, filter: 'choice', options: optionsOf(jobStates) },
    tries: { label: { cnr: 'Pokušaja', en: 'Attempts' }, filter: 'number' },
    error: { label: { cnr: 'Greška', en: 'Error' }, filter: 'text' },
    next_at: { label: { cnr: 'Sljedeći pokušaj', en: 'Next attempt' }, filter: 'day' },
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
    method: 'POST',
    path: '/api/jobs/index',
    ...administer,
    summary: 'Search jobs',
    description: `Covers jobs that wait or run, those that finished within the last day, and e-mails of the last two weeks. ${PAGE_OR_FILE}`,
    body: listBody(jobList),
    response: paged(job),
  }),
  retry: route({
    method: 'POST',
    path: '/api/jobs/:id/retry',
    ...administer,
    summary: 'Retry failed job',
    description: 'The job gets its full number of attempts again.',
    params: z.strictObject({ id: jobId }),
    response: done,
  }),
}

import { LEAST_ROLE, type Role, roles } from '@kontor/contract/lib/http/about'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { userFields, userSheet } from '@kontor/contract/users'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../lib/auth/guard.ts'
import { generatePassword } from '../../lib/auth/password.ts'
import type { Schema } from '../../lib/database/schema.ts'
import { HttpError, invalidField } from '../../lib/http/http-error.ts'
import type { ImportDefinition } from '../../lib/imports/import-definition.ts'
import type { CellConverter, PlanRules, RowValues } from '../../lib/imports/plan/plan-rules.ts'
import { namedResourceImporter } from '../../lib/imports/records/resource-importer.ts'
import type { Mail } from '../../lib/jobs/mail/mail.ts'
import { batchesById } from '../../lib/lists/list.ts'
import { publish } from '../../lib/realtime/events.ts'
import '../partners/table.ts'
import { inviteMoved, publishChanges } from '../session/passwordLinks/table.ts'
import { OWN_ROLE, userSource } from './queries.ts'
import { requireOwnPermissionsCover } from './roles/queries.ts'
import { requireUsername } from './table.ts'

const OWN_ACTIVE = 'import.own_active'

interface NewUser {
  username: string
  name: string
  password: string
}

/**
 * One import of users by `caller`, who uses the app in `locale`. Added users get a generated password, which is in `logins` afterwards. An import has
 * the same restrictions as the form, and staff cannot become partners' users or the reverse. API keys are not users.
 */
export function userImport(mail: Mail, caller: CurrentUser, locale: Locale) {
  const hashes = new Map<string, ReturnType<typeof generatePassword>>()
  const made = new Map<string, NewUser>()
  const changed = new Set<number>()
  const users = namedResourceImporter({
    list: 'users',
    fields: userFields,
    layout: userSheet,
    key: ['username'],
    referred: ({ to }) => ({ table: to, name: 'name', numbered: true }),
    more: { role: sql`CASE WHEN partner_id IS NULL THEN role END` },
    only: sql`NOT is_key`,
  })
  const passwordOf = (username: string) => {
    const password = hashes.get(username) ?? generatePassword() // the dry run has created it already
    hashes.set(username, password)
    return password
  }
  const importDefinition: ImportDefinition<SheetColumns> = {
    ...users,
    needsDryRun: () => true,
    rules: rulesOf(users.rules, caller),
    async insert(tx, rows) {
      const added = await Promise.all(rows.map((values) => newUser(values, passwordOf)))
      for (const { username, role, partner_id } of added) {
        await requireRoles(tx, caller, staffRoles([{ role, partner_id }]))
        await requireUsername(tx, username)
      }
      for (const { password, name, username } of added) made.set(username, { name, username, password })
      const stored = added.map(({ password: _, ...user }) => user)
      return tx.insertInto('users').values(stored).returning(['id', 'version', 'username as key']).execute()
    },
    async update(tx, changes) {
      const rows = changes.map(({ id, values }) => ({
        id,
        values: { ...values, ...roleColumns(roleAndPartner(values)) },
      }))
      const before = await lockedBy(tx, rows)
      const after = rows.map(({ id, values }) => ({ id, ...roleAndPartner(values) }))
      requireOthers(
        caller,
        changes.filter(({ values }) => values.is_active === false),
      )
      await requireRoles(tx, caller, staffRoles([...before.values(), ...after]))
      // The caller cannot change his own role, because he could not undo it.
      const own = after.find(({ id }) => id === caller.id)
      if (own && own.role !== before.get(own.id)?.role) throw invalidField('role', OWN_ROLE)
      await endSessionsOfMoved(tx, before, after)
      await mailEmailChanges({ tx, mail, caller, locale }, before, rows)
      for (const { id } of rows) changed.add(id)
      const updated = await users.update(tx, rows)
      for (const user of before.values()) if (user.invited_at) await inviteMoved(tx, mail, user, locale)
      return updated
    },
    async remove(tx, ids) {
      const rows = ids.map((id) => ({ id }))
      requireOthers(caller, rows)
      const before = await lockedBy(tx, rows)
      await requireRoles(tx, caller, staffRoles([...before.values()]))
      await users.remove(tx, ids)
    },
    async finish(tx) {
      await sql`DELETE FROM sessions USING users
        WHERE sessions.user_id = users.id AND NOT users.is_active`.execute(tx)
      await publish(
        tx,
        [...changed].map((userId) => ({ to: { userId }, type: 'rights', data: {} })),
      )
    },
  }
  return { importDefinition, logins: () => [...made.values()] }
}

const rulesOf = (rules: PlanRules, caller: CurrentUser): PlanRules => ({
  ...rules,
  requiredToCreate: ['username', 'name'],
  defaults: {},
  validate: roleOrPartnerErrors,
  converters: {
    ...rules.converters,
    // A username in another spelling identifies the user, whose username is not changed.
    username: (typed, before) => ({ value: before ?? typed }),
    partner: keepingAudience(rules.converters?.partner),
    // The caller cannot deactivate himself, because he could not undo it.
    is_active: (typed, before, record) =>
      record && record.id === caller.id && before === true && typed === false
        ? { reason: OWN_ACTIVE }
        : { value: typed },
  },
})

/** Role and partner in a user's row: partners' users have the least role. */
const roleAndPartner = ({ role, partner }: RowValues) => {
  const partner_id = typeof partner === 'number' ? partner : null
  const staffRole = partner_id === null ? roles.find((one) => one === role) : undefined
  return { role: staffRole ?? LEAST_ROLE, partner_id }
}
const roleColumns = ({ role, partner_id }: ReturnType<typeof roleAndPartner>) => ({
  role,
  partner: partner_id,
})

interface UserRow {
  role: Role
  partner_id: number | null
}
interface LockedUser extends UserRow {
  id: number
  email: string | null
  invited_at: string | null
}

/** Undefined where the file lacks it: it is not changed. */
const emailOf = ({ email }: RowValues) => (email === undefined || email === null ? email : String(email))

/**
 * Mails users whose address changes. The caller's own address is rejected, because it is changed in his settings, with
 * the password.
 */
async function mailEmailChanges(
  { tx, mail, caller, locale }: { tx: Transaction<Schema>; mail: Mail; caller: CurrentUser; locale: Locale },
  locked: ReadonlyMap<number, LockedUser>,
  rows: readonly { id: number; values: RowValues }[],
) {
  for (const { id, values } of rows) {
    const before = locked.get(id)
    const email = emailOf(values)
    if (!before || email === undefined || email === before.email) continue
    if (id === caller.id) throw invalidField('email', 'validation.own_sign_in')
    await publishChanges(tx, mail, { before, email, password: undefined, locale })
  }
}

/** The roles of staff; partners' users have none. */
const staffRoles = (users: readonly UserRow[]) =>
  users.flatMap(({ role, partner_id }) => (partner_id === null ? [role] : []))

async function newUser(
  values: RowValues,
  passwordOf: (username: string) => ReturnType<typeof generatePassword>,
) {
  const name = String(values.name)
  const username = String(values.username)
  const { password, hash } = await passwordOf(username)
  return {
    ...roleAndPartner(values),
    name,
    username,
    email: emailOf(values) ?? null,
    is_active: values.is_active !== false,
    password,
    password_hash: hash,
  }
}

/** Ends the sessions of users who were moved to another partner. */
async function endSessionsOfMoved(
  tx: Transaction<Schema>,
  before: ReadonlyMap<number, UserRow>,
  after: readonly (UserRow & { id: number })[],
) {
  const moved = after.filter(({ id, partner_id }) => before.get(id)?.partner_id !== partner_id)
  await sql`DELETE FROM sessions WHERE user_id = ANY(${moved.map(({ id }) => id)}::int[])`.execute(tx)
}

/** Locks the users until the end of the import. */
async function lockedBy(tx: Transaction<Schema>, rows: readonly { id: number }[]) {
  const lockedUsers = tx.selectFrom('users').select(['id', 'role', 'partner_id', 'email', 'invited_at'])
  const ids = rows.map(({ id }) => id)
  return new Map(
    (await lockedUsers.where('id', 'in', ids).orderBy('id').forUpdate().execute()).map((one) => [
      one.id,
      one,
    ]),
  )
}

/** Throws 422 when the caller would be deactivated or deleted, because he could not undo it. */
function requireOthers(caller: CurrentUser, rows: readonly { id: number }[]) {
  if (rows.some(({ id }) => id === caller.id)) throw invalidField('is_active', OWN_ACTIVE)
}

/** The rules of the form, reported at the role. */
async function requireRoles(tx: Transaction<Schema>, caller: CurrentUser, wanted: Role[]) {
  await requireOwnPermissionsCover(tx, caller, wanted).catch((error: unknown) => {
    const isBeyond = error instanceof HttpError && error.code === 'error.beyond_own_rights'
    throw isBeyond ? invalidField('role', error.code) : error
  })
}

/** A user has either a role or a partner. */
function roleOrPartnerErrors({ role, partner }: RowValues) {
  const hasRole = role !== null && role !== undefined
  const hasPartner = typeof partner === 'number'
  if (hasRole !== hasPartner) return []
  return [{ field: 'role', reason: hasRole ? 'import.role_of_partner' : 'validation.field' }]
}

/** A member of the staff cannot become a partner's user by an import. */
const keepingAudience =
  (read: CellConverter | undefined): CellConverter =>
  (typed, before, record) => {
    const result = read?.(typed, before, record) ?? { value: typed }
    const joins = 'value' in result && result.value !== null && record !== undefined && before === null
    return joins ? { reason: 'import.staff_stays' } : result
  }

/** Every user in the layout of the sheet, by number. */
export async function* userRows(db: Kysely<Schema>) {
  // A partner is identified by its number: names are not unique.
  for await (const rows of batchesById(db, userSource))
    yield rows.map((row) => ({
      ...row,
      role: row.partner_id === null ? row.role : null,
      partner: row.partner_id,
    }))
}

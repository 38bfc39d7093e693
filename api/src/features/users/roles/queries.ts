import type { Role } from '@kontor/contract/lib/http/about'
import { LEAST_ROLE, roleLabels, roles } from '@kontor/contract/lib/http/about'
import { allPermissions, defaultPermissions, isUnlimited } from '@kontor/contract/permissions'
import type { RoleRow, rolePermissions } from '@kontor/contract/users/roles'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { CurrentUser } from '../../../lib/auth/guard.ts'
import type { Schema } from '../../../lib/database/schema.ts'
import { inTransaction } from '../../../lib/database/transaction.ts'
import { conflict, HttpError } from '../../../lib/http/http-error.ts'
import type { HandlerCall } from '../../../lib/http/register-route.ts'
import { publish } from '../../../lib/realtime/events.ts'
import '../table.ts'
import { permissionsOf } from './table.ts'

/** The roles in order, each with its current permissions. */
export async function listRoles(db: Kysely<Schema>): Promise<RoleRow[]> {
  const [stored, staff] = await Promise.all([
    db.selectFrom('roles').selectAll().execute(),
    db
      .selectFrom('users')
      .select(['id', 'name', 'role'])
      .where('is_active', '=', true)
      .where('partner_id', 'is', null)
      .where('is_key', '=', false)
      .orderBy('users.name')
      .orderBy('users.id')
      .execute(),
  ])
  return roles.map((role, position) => {
    const {
      given: granted = null,
      taken: revoked = null,
      version = 1,
    } = stored.find((one) => one.role === role) ?? {}
    const permissions = permissionsOf(role, granted, revoked)
    return {
      id: position + 1,
      role,
      version,
      rights: allPermissions.filter((permission) => permissions.has(permission)),
      users: staff.filter((user) => user.role === role).map(({ id, name }) => ({ id, name })),
    }
  })
}

/** A role with its current permissions and version. */
export async function getRole(db: Kysely<Schema>, role: Role) {
  const [row] = (await listRoles(db)).filter((one) => one.role === role)
  if (!row) throw new Error(`the table roles has no ${role}`)
  return row
}

/**
 * Changes a role. Callers can only grant or revoke permissions that they have; only the Direktor can do so with
 * permissions to administer.
 */
export const updateRole = (
  db: Kysely<Schema>,
  caller: CurrentUser,
  role: Role,
  { rights, version }: HandlerCall<typeof rolePermissions.update>['body'],
) =>
  inTransaction(db, async (tx) => {
    if (isUnlimited(role)) throw new HttpError('validation.unlimited_role')
    await sql`SELECT pg_advisory_xact_lock(hashtext('roles'))`.execute(tx)
    const before = await getRole(tx, role)
    if (before.version !== version) throw conflict('roles', before.id, before)
    const changed = new Set<string>(rights).symmetricDifference(new Set(before.rights))
    requireOwn(await asStored(tx, caller), changed)
    if (changed.size > 0) {
      await savePermissions(tx, before, new Set(rights))
      await publish(
        tx,
        before.users.map(({ id }) => ({ to: { userId: id }, type: 'rights', data: {} })),
      )
    }
    return getRole(tx, role)
  })

/** The caller's current role and permissions, which may have changed since the request began. */
export async function asStored(tx: Kysely<Schema>, { id }: CurrentUser) {
  const caller = await tx
    .selectFrom('users')
    .leftJoin('roles', 'roles.role', 'users.role')
    .select(['users.role', 'given as granted', 'taken as revoked'])
    .where('users.id', '=', id)
    .where('is_active', '=', true)
    .where('partner_id', 'is', null)
    .where('is_key', '=', false)
    .executeTakeFirst()
  if (!caller) throw new HttpError('validation.session')
  return { role: caller.role, permissions: permissionsOf(caller.role, caller.granted, caller.revoked) }
}
type Caller = Awaited<ReturnType<typeof asStored>>

function requireOwn({ role, permissions }: Caller, wanted: Iterable<string>) {
  const beyond = [...wanted].filter(
    (one) => !permissions.has(one) || (one === 'users.administer' && !isUnlimited(role)),
  )
  if (beyond.length > 0) throw new HttpError('error.beyond_own_rights')
}

async function savePermissions(
  tx: Transaction<Schema>,
  { id, role, version }: RoleRow,
  permissions: ReadonlySet<string>,
) {
  const defaults = new Set<string>(defaultPermissions(role))
  const difference = {
    given: [...permissions.difference(defaults)].sort(),
    taken: [...defaults.difference(permissions)].sort(),
  }
  const row = { id, role, name: roleLabels[role].cnr, version: version + 1, ...difference }
  await tx
    .insertInto('roles')
    .values(row)
    .onConflict((conflict) => conflict.column('role').doUpdateSet(difference))
    .execute()
}

/**
 * The default role of a new user: the least one, or the least of the caller's reach where that has more permissions
 * than the caller.
 */
export async function leastRole(tx: Kysely<Schema>, caller: CurrentUser) {
  const { role, permissions } = await asStored(tx, caller)
  const assignable = (await listRoles(tx))
    .filter((one) => one.rights.every((permission) => permissions.has(permission)))
    .sort((a, b) => a.rights.length - b.rights.length)
  return (assignable.find((one) => one.role === LEAST_ROLE) ?? assignable[0])?.role ?? role
}

/** Throws when a role has more permissions than the caller: neither granting it nor changing its users is allowed. */
export async function requireOwnPermissionsCover(tx: Kysely<Schema>, caller: CurrentUser, wanted: Role[]) {
  const { permissions } = await asStored(tx, caller)
  const all = await listRoles(tx)
  const reached = all.filter(({ role }) => wanted.includes(role))
  if (reached.some((one) => one.rights.some((permission) => !permissions.has(permission))))
    throw new HttpError('error.beyond_own_rights')
}

import * as z from 'zod/mini'
import { orLeftOut } from '../resources/rules.ts'
import type { RequiredPermission } from './permissions.ts'
import { type Route, route } from './route.ts'

type Update<N extends RequiredPermission, S extends z.ZodMiniType, P extends z.ZodMiniType> = Route & {
  audience: 'staff'
  permission: N
  response: S
  params: P
}

/** The body of a PATCH: any of a record's fields, each with its own rule. */
export const optionalFields = <F extends Readonly<Record<string, z.ZodMiniType>>>(
  whole: z.ZodMiniObject<F, z.core.$strict>,
) => z.strictObject(orLeftOut(whole.shape as { -readonly [K in keyof F]: F[K] }))

/** Summary and description of a PATCH, from the summary of the full update. */
export const partially = (summary: string) => ({
  summary: `${summary} partially`,
  description: 'Changes only the fields in the body; otherwise like the full update.',
})

/**
 * The PATCH of a record, besides its full update: only the fields of the body are changed. Version, history,
 * permissions and errors are those of the update. `path` is the record's own, `whole` has the rules of all fields.
 */
export const patchOf = <
  N extends RequiredPermission,
  S extends z.ZodMiniType,
  P extends z.ZodMiniType,
  const T extends `/api/${string}`,
  F extends Readonly<Record<string, z.ZodMiniType>>,
>(
  { summary, permission, response, params, bodyBytes, newPassword }: Update<N, S, P>,
  path: T,
  whole: z.ZodMiniObject<F, z.core.$strict>,
) =>
  route({
    method: 'PATCH',
    path,
    audience: 'staff',
    permission,
    params,
    response,
    ...partially(summary),
    body: optionalFields(whole),
    ...(bodyBytes !== undefined && { bodyBytes }),
    ...(newPassword && { newPassword }),
  })

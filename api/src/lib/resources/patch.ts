import { type FieldErrors, fieldErrors } from '@kontor/contract/lib/http/errors'
import type { Route } from '@kontor/contract/lib/http/route'
import type * as z from 'zod/mini'
import { HttpError, invalid } from '../http/http-error.ts'
import type { Call, Handler, RegisterRoute } from '../http/register-route.ts'

type Values = Record<string, unknown>
type Rules = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>

/** Times that a change without a version is tried again over what somebody else has saved meanwhile. */
const TRIES = 20

interface StoredRecordOptions<R extends Route> {
  /** The rules of all fields. */
  whole: z.ZodMiniType
  /** Answers the record as its list shows it. Refuses with 404. */
  stored: (call: Call<R>) => Promise<object>
  /** Names under which old clients send fields. */
  legacy?: Readonly<Record<string, string>>
  /** Fields of which the handler itself knows what it means that they are left out. */
  apart?: (call: Call<R>) => readonly string[]
  /** What is wrong with what a PATCH names, in a record that is to be like this. */
  misnamed?: (values: Values, named: Values) => FieldErrors
}

/** What is kept of records that an address names by their id. */
export const keptById = <W extends z.ZodMiniType>(whole: W, stored: (id: number) => Promise<object>) => ({
  whole,
  stored: ({ params }: { params: { id: number } }) => stored(params.id),
})

/**
 * Mounts the calls that change a record, which all do the same: those of the documents and its PATCH. The first one has
 * all fields, which is how the handler gets them of every one.
 */
export function registerUpdate<const R extends Route>(
  registerRoute: RegisterRoute,
  routes: readonly [R, ...Route[]],
  options: StoredRecordOptions<R>,
  handler: Handler<R>,
) {
  for (const route of routes) registerRoute(route, completeFromStored(route, options, handler))
}

/**
 * The handler of a call that changes a record, of which a field that is left out stays as it is stored. A PUT or POST is
 * refused without a field that the record has to have; a PATCH needs none. What is stored is not judged again, for it
 * may break a rule that came later; what the fields are to one another is. Refuses with 404, 409 and 422.
 */
function completeFromStored<const R extends Route, const O extends Route>(
  { method }: O,
  { whole, stored, legacy = {}, apart = () => [], misnamed = () => ({}) }: StoredRecordOptions<R>,
  handler: Handler<R>,
): Handler<O> {
  const rules = whole as unknown as Rules // an object's, of any fields
  const fields = Object.keys(rules.shape).filter((name) => name !== 'version')
  const complete: Handler<R> = async (call) => {
    const { sent, body, form, files } = call as unknown as Sent // as it was read
    const missing = fields.filter((name) => !sent.has(name) && !sent.has(legacy[name] ?? name))
    const own = apart(call).filter((name) => missing.includes(name))
    const left = missing.filter((name) => !own.includes(name))
    const given = { ...(body ?? form), ...Object.fromEntries(own.map((name) => [name, undefined])) }
    if (missing.length === 0 && method !== 'PATCH') return handler(call)
    const isOnce = Object.values(files ?? {}).some((file) => file !== undefined) // it is kept, and gone, with the first try
    const isNothing = method === 'PATCH' && [...sent].every((name) => name === 'version')
    for (let tries = 1; ; tries++) {
      const row = (await stored(call)) as Values
      const version = given.version ?? row.version
      if (isNothing && version === row.version) return row as Awaited<ReturnType<Handler<R>>>
      const now = valuesOf(rules, row)
      const values = { ...given, ...only(now, left) }
      if (body) requireFitting(rules, now, only({ ...values, version }, Object.keys(rules.shape)))
      if (method === 'PATCH') throwFieldErrors(misnamed(values, only(values, [...sent])))
      try {
        return await handler({ ...call, [body ? 'body' : 'form']: { ...values, version } })
      } catch (error) {
        const isOvertaken = error instanceof HttpError && error.code === 'error.conflict'
        if (!isOvertaken || isOnce || given.version !== undefined || tries === TRIES) throw error
      }
    }
  }
  return complete as unknown as Handler<O> // what O leaves out is filled in, and it answers the same record
}

interface Sent {
  sent: ReadonlySet<string>
  body?: Values
  form?: Values
  files?: Values
}

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))

/** What a row holds of a record's fields, as a handler gets them. */
function valuesOf({ shape }: Rules, row: Values): Values {
  const fieldRules = Object.entries(shape).flatMap(([name, rule]) => {
    if (!(name in row)) return []
    const { success, data } = rule.safeParse(row[name])
    return [[name, success ? data : row[name]] as const]
  })
  return Object.fromEntries(fieldRules)
}

/** Refuses with 422 where fields that are right by themselves are wrong together, unless they were so before. */
function requireFitting(rules: Rules, before: Values, after: Values) {
  const [known, errors] = [wrongIn(rules, before), wrongIn(rules, after)]
  throwFieldErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in known))))
}

function throwFieldErrors(errors: FieldErrors) {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function wrongIn(rules: Rules, values: Values): FieldErrors {
  const { success, error } = rules.safeParse(values)
  return success ? {} : fieldErrors(error)
}

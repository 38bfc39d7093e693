import { isDeepStrictEqual } from 'node:util'
import { type FieldErrors, fieldErrors } from '@kontor/contract/lib/http/errors'
import type { Route } from '@kontor/contract/lib/http/route'
import type * as z from 'zod/mini'
import { queuePerKey } from '../concurrency/queue.ts'
import { HttpError, invalid } from '../http/http-error.ts'
import type { Handler, HandlerCall, RegisterRoute } from '../http/register-route.ts'

type Values = Record<string, unknown>
type Rules = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType>>>

/** Attempts of a change without a version when others save the record at the same time. */
const TRIES = 20

interface UpdateOptions<R extends Route> {
  /** The validation rules of all fields. */
  schema: z.ZodMiniType
  /** Returns the stored record as its list shows it. Throws 404. */
  load: (call: HandlerCall<R>) => Promise<object>
  /** Names under which old clients send fields. */
  legacy?: Readonly<Record<string, string>>
  /** Names under which the row has the values of fields. */
  rowNames?: Readonly<Record<string, string>>
  /** Fields that the handler itself completes, or leaves as they are, when they are omitted. */
  completedByHandler?: (call: HandlerCall<R>) => readonly string[]
  /** Validates the fields that a PATCH names against the resulting record. */
  checkNamed?: (values: Values, named: Values) => FieldErrors
}

/** The stored record of routes whose path has its id. */
export const updateById = <W extends z.ZodMiniType>(schema: W, load: (id: number) => Promise<object>) => ({
  schema,
  load: ({ params }: { params: { id: number } }) => load(params.id),
})

/**
 * Registers the update routes of a record: those of the documents, and PATCH. All of them share one handler, which gets
 * the complete input of the first route.
 */
export function registerUpdate<const R extends Route>(
  registerRoute: RegisterRoute,
  routes: readonly [R, ...Route[]],
  options: UpdateOptions<R>,
  handler: Handler<R>,
) {
  for (const route of routes) registerRoute(route, completeFromStored(route, options, handler))
}

/**
 * Completes the input of an update with stored values for omitted fields. PUT and POST require the mandatory fields;
 * PATCH requires none. Stored values are not validated again, because they may violate a newer rule; rules between
 * fields are. Throws 404, 409 and 422.
 */
function completeFromStored<const R extends Route, const O extends Route>(
  { method }: O,
  {
    schema,
    load,
    legacy = {},
    rowNames = {},
    completedByHandler = () => [],
    checkNamed = () => ({}),
  }: UpdateOptions<R>,
  handler: Handler<R>,
): Handler<O> {
  const rules = schema as unknown as Rules // the schema of an object with any fields
  const fields = Object.keys(rules.shape).filter((name) => name !== 'version')
  /** Updates of one record without a version run one after the other: at the same time each would fail and try again. */
  const enqueue = queuePerKey({ concurrency: 1 })
  const current = new Map(Object.entries(legacy).map(([name, old]) => [old, name]))
  const complete: Handler<R> = async (call) => {
    const { params, body, form, files, ...rest } = call as unknown as Sent // as validated
    const sent = new Set([...rest.sent].map((name) => current.get(name) ?? name))
    const named = renamed(body ?? form ?? {}, rest.sent, current)
    const missing = fields.filter((name) => !sent.has(name))
    const handlerFields = completedByHandler(call).filter((name) => missing.includes(name))
    const left = missing.filter((name) => !handlerFields.includes(name))
    const input: Values = { ...named, ...Object.fromEntries(handlerFields.map((name) => [name, undefined])) }
    const handle = (values: Values) => handler({ ...call, [body ? 'body' : 'form']: values })
    // A form is validated field by field: where the handler completes it, nothing of the stored record is needed.
    if (method !== 'PATCH' && (form ? left : missing).length === 0) return handle(input)
    /** Completes the input from the record as it is now, and passes it to the handler. */
    const attempt = async () => {
      const row = (await load(call)) as Values
      const version = input.version ?? row.version
      const now = valuesOf(rules, row, rowNames)
      const values = { ...input, ...only(now, left) }
      const isUnchanged = version === row.version && hasSame(values, now, sent)
      // Nothing is written, and the version stays.
      if (method === 'PATCH' && isUnchanged) return row as Awaited<ReturnType<Handler<R>>>
      if (body) requireFitting(rules, now, only({ ...values, version }, Object.keys(rules.shape)))
      if (method === 'PATCH') throwFieldErrors(checkNamed(values, only(values, [...sent])))
      return handle({ ...values, version })
    }
    if (input.version !== undefined) return attempt()
    // An uploaded file can be stored only once, so such an update is not tried again.
    const hasUpload = Object.values(files ?? {}).some((file) => file !== undefined)
    return enqueue(JSON.stringify(params ?? input.id), () =>
      hasUpload ? attempt() : retryConflicts(attempt),
    )
  }
  return complete as unknown as Handler<O> // omitted fields are completed, and it returns the same record
}

/** Repeats an update that found its record changed in the meantime. */
async function retryConflicts<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await attempt()
    } catch (error) {
      const isConflict = error instanceof HttpError && error.code === 'error.conflict'
      if (!isConflict || tries === TRIES) throw error
    }
}

/** Whether no named value, the version aside, differs from the stored one. */
const hasSame = (values: Values, stored: Values, names: ReadonlySet<string>) =>
  [...names].every((name) => name === 'version' || (name in stored && isSame(values[name], stored[name])))

/** What register-route.ts passes to every handler of a body or a form. */
interface Sent {
  /** The names of the fields as they were sent, before defaults. */
  sent: ReadonlySet<string>
  params?: unknown
  body?: Values
  form?: Values
  files?: Values
}

const only = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]]))

/** An input with its fields under their current names; where both names are sent, the current one counts. */
const renamed = (input: Values, sent: ReadonlySet<string>, current: ReadonlyMap<string, string>): Values =>
  Object.fromEntries([
    ...Object.entries(input).filter(([name]) => !current.has(name)),
    ...[...current].flatMap(([old, name]) => (sent.has(old) && !sent.has(name) ? [[name, input[old]]] : [])),
  ])

/** Whether two values are equal; of sets the order does not matter. */
const isSame = (one: unknown, other: unknown): boolean =>
  Array.isArray(one) && Array.isArray(other)
    ? isDeepStrictEqual(new Set(one), new Set(other))
    : isDeepStrictEqual(one ?? null, other ?? null)

/** A row's values in the form of a handler's input. */
function valuesOf({ shape }: Rules, row: Values, rowNames: Readonly<Record<string, string>>): Values {
  const fieldRules = Object.entries(shape).flatMap(([name, rule]) => {
    const shown = rowNames[name] ?? name
    if (!(shown in row)) return []
    const { success, data } = rule.safeParse(row[shown])
    return [[name, success ? data : row[shown]] as const]
  })
  return Object.fromEntries(fieldRules)
}

/** Throws 422 when valid fields contradict each other, unless they did so before. */
function requireFitting(rules: Rules, before: Values, after: Values) {
  const known = wrongIn(rules, before)
  const errors = wrongIn(rules, after)
  throwFieldErrors(Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in known))))
}

function throwFieldErrors(errors: FieldErrors) {
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

function wrongIn(rules: Rules, values: Values): FieldErrors {
  const { success, error } = rules.safeParse(values)
  return success ? {} : fieldErrors(error)
}

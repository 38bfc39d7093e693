import { errorBody } from '@kontor/contract/lib/http/errors'
import { acceptedPermissions } from '@kontor/contract/lib/http/permissions'
import type { Route } from '@kontor/contract/lib/http/route'
import { NDJSON } from '@kontor/contract/lib/imports/sync'
import { jsonInside } from '@kontor/contract/lib/lists/json-text'
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { memoize } from '../jobs/memoize.ts'

/** The chapter of the API document that holds what partners call; every other one is the office's. */
export const PARTNER_TAG = 'Partner API'

type JsonSchema = Record<string, unknown>

/**
 * The JSON schema of what a route answers, by which its answers are written, so that no JSON answer holds a column that the
 * contract does not name (files and events are written by other means). Made for the first answer: most of a hundred routes are not called in an hour.
 */
export const replySchema = ({ reply }: Route) =>
  memoize(() => (typeof reply === 'string' ? {} : json(reply, 'output')))

/** A route's JSON schemas for the API document, and whether it takes API keys. Requests are judged by zod, not by these. */
export function routeSchema(route: Route, acceptsApiKeys: boolean): FastifySchema {
  return {
    summary: route.summary,
    tags: [tagOf(route)],
    ...(route.audience === 'public' ? { security: [] } : {}),
    ...(acceptsApiKeys ? { security: [{ token: [] }, { key: [] }] } : {}),
    ...(route.permission ? { 'x-needs': acceptedPermissions(route.permission) } : {}),
    ...(route.params ? { params: json(route.params, 'input') } : {}),
    ...(route.query ? { querystring: json(route.query, 'input') } : {}),
    ...(route.idempotent ? { headers: idempotencyKey(route.idempotent === true) } : {}),
    ...(route.body ? { body: json(route.body, 'input') } : {}),
    ...(route.files ? { body: multipart(route), consumes: ['multipart/form-data'] } : {}),
    ...(route.lines ? { body: json(route.lines, 'input'), consumes: [NDJSON] } : {}),
    response: {
      ...(typeof route.reply === 'string' ? {} : { 200: json(route.reply, 'output') }),
      ...(route.invalid ? { 422: json(route.invalid, 'output') } : {}),
      '4xx': errors(),
    },
  } as FastifySchema // summary, tags, security, x-needs and consumes are @fastify/swagger's
}

const tagOf = ({ path }: Route) =>
  path.startsWith('/api/app/') ? PARTNER_TAG : (path.split('/')[2] ?? 'api')

/** A schema for the API document. */
export function json(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify })
  return rest
}

/** Tells what a text that holds JSON has to hold. */
function openText(schema: object, jsonSchema: JsonSchema) {
  const inside = jsonInside(schema)
  if (inside)
    Object.assign(jsonSchema, { contentMediaType: 'application/json', contentSchema: json(inside, 'input') })
}

/** The serialiser handles `nullable` far faster than `anyOf` with null, and needs no bounds of whole numbers. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: JsonSchema }) {
  openText(zodSchema, jsonSchema)
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  const { anyOf } = jsonSchema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || (anyOf[1] as JsonSchema).type !== 'null') return
  const [own] = anyOf as JsonSchema[]
  if (!own?.type) return // a union of its own
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, own, { nullable: true })
  // A value of several shapes is matched against each, and null has to be among the values that are listed.
  if (Array.isArray(own.enum)) jsonSchema.enum = [...own.enum, null]
}

const idempotencyKey = (isRequired: boolean) => ({
  type: 'object',
  properties: { 'Idempotency-Key': { type: 'string', minLength: 8, maxLength: 200 } },
  required: isRequired ? ['Idempotency-Key'] : [],
})

function multipart(route: Route): JsonSchema {
  const form: JsonSchema = route.form ? json(route.form, 'input') : { type: 'object' }
  const files = Object.entries(route.files ?? {})
  const binary = Object.fromEntries(files.map(([name]) => [name, { type: 'string', format: 'binary' }]))
  const required = files.filter(([, rule]) => rule.required).map(([name]) => name)
  return {
    ...form,
    properties: { ...(form.properties as JsonSchema | undefined), ...binary },
    required: [...((form.required as string[] | undefined) ?? []), ...required],
  }
}

const errors = memoize(() => json(errorBody, 'output'))

import { errorBody } from '@kontor/contract/lib/http/errors'
import { acceptedPermissions } from '@kontor/contract/lib/http/permissions'
import type { Route } from '@kontor/contract/lib/http/route'
import { NDJSON } from '@kontor/contract/lib/imports/sync'
import { jsonInside } from '@kontor/contract/lib/lists/json-text'
import type { FastifySchema } from 'fastify'
import * as z from 'zod/mini'
import { memoize } from '../concurrency/memoize.ts'

/** The section of the OpenAPI document for portal routes; all other routes are the office's. */
export const PARTNER_TAG = 'Partner API'

type JsonSchema = Record<string, unknown>

/**
 * The JSON schema of a route's response, by which it is serialised, so that no JSON response has a field that the
 * contract does not declare (files and events are not serialised by it). Built for the first response, because most
 * routes are rarely called.
 */
export const responseSchema = ({ response }: Route) =>
  memoize(() => (typeof response === 'string' ? {} : json(response, 'output')))

/**
 * A route's JSON schemas for the OpenAPI document, and whether it accepts API keys. Requests are validated by zod, not
 * by these.
 */
export function routeSchema(route: Route, acceptsApiKeys: boolean): FastifySchema {
  return {
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    tags: [tagOf(route)],
    ...(route.audience === 'public' ? { security: [] } : {}),
    ...(acceptsApiKeys ? { security: [{ token: [] }, { key: [] }] } : {}),
    ...(route.permission ? { 'x-permission': acceptedPermissions(route.permission) } : {}),
    ...(route.params ? { params: json(route.params, 'input') } : {}),
    ...(route.query ? { querystring: json(route.query, 'input') } : {}),
    ...(route.idempotent ? { headers: idempotencyKey(route.idempotent === true) } : {}),
    ...(route.body ? { body: json(route.body, 'input') } : {}),
    ...(route.files ? { body: multipart(route), consumes: ['multipart/form-data'] } : {}),
    ...(route.lines ? { body: json(route.lines, 'input'), consumes: [NDJSON] } : {}),
    response: {
      ...(typeof route.response === 'string' ? {} : { 200: json(route.response, 'output') }),
      ...(route.invalid ? { 422: json(route.invalid, 'output') } : {}),
      '4xx': errors(),
    },
  } as FastifySchema // summary, tags, security, x-permission and consumes are properties of @fastify/swagger
}

const tagOf = ({ path }: Route) =>
  path.startsWith('/api/app/') ? PARTNER_TAG : (path.split('/')[2] ?? 'api')

/** The JSON schema of a zod schema. */
export function json(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplify })
  return rest
}

/** Adds the schema of the JSON that a text field contains. */
function openText(schema: object, jsonSchema: JsonSchema) {
  const inside = jsonInside(schema)
  if (inside)
    Object.assign(jsonSchema, { contentMediaType: 'application/json', contentSchema: json(inside, 'input') })
}

/** The serialiser is far faster with `nullable` than with `anyOf` and null, and needs no bounds of integers. */
function simplify({ zodSchema, jsonSchema }: { zodSchema: object; jsonSchema: JsonSchema }) {
  openText(zodSchema, jsonSchema)
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  const { anyOf } = jsonSchema
  if (!Array.isArray(anyOf) || anyOf.length !== 2 || (anyOf[1] as JsonSchema).type !== 'null') return
  const [variant] = anyOf as JsonSchema[]
  if (!variant?.type) return // a union that has no null
  delete jsonSchema.anyOf
  Object.assign(jsonSchema, variant, { nullable: true })
  // A union is serialised by trying each member; an enum must list null as well.
  if (Array.isArray(variant.enum)) jsonSchema.enum = [...variant.enum, null]
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

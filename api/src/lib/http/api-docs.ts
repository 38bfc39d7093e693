import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger'
import type { Route } from '@kontor/contract/lib/http/route'
import { type FastifyInstance, fastify } from 'fastify'
import type * as z from 'zod/mini'
import { version } from '../../root.ts'
import { memoize } from '../concurrency/memoize.ts'
import { json, PARTNER_TAG, routeSchema } from './route-schema.ts'

/** The texts of a webhook event, and the schema of its payload. */
export interface WebhookDoc {
  label: { en: string }
  description: string
  body: z.ZodMiniType
}

const DELIVERY =
  'Signed by the Standard Webhooks: webhook-id (the same at every attempt), webhook-timestamp and webhook-signature. Reply with any 2xx. After any other response, also a redirect, it is retried for a day; after 410 it is not.'

const webhooksOf = (webhooks: Record<string, WebhookDoc>) =>
  Object.fromEntries(
    Object.entries(webhooks).map(([type, { label, description, body }]) => [
      type,
      {
        post: {
          summary: label.en,
          description: `${description} ${DELIVERY}`,
          requestBody: { content: { 'application/json': { schema: json(body, 'output') } } },
          responses: { '2XX': { description: 'Received' } },
        },
      },
    ]),
  )

const OPENAPI = {
  openapi: '3.1.0',
  info: {
    title: 'Kontor',
    version,
    description:
      'Sign in with POST /api/login (partners: POST /api/app/login) and send the token as `Authorization: Bearer …`.',
  },
  tags: [
    {
      name: PARTNER_TAG,
      description:
        'For partners’ own apps. A partner sees records that are active, visible and in one of its categories, and changes only its own; ids of other partners’ records return 404, like missing ones. Tokens of office users return 403 here, tokens of partners everywhere else.',
    },
  ],
  components: {
    securitySchemes: {
      token: {
        type: 'http',
        scheme: 'bearer',
        description: 'The token of a sign-in, of an office user or of a partner’s user.',
      },
      key: {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'kontor_…',
        description:
          'An API key: `Authorization: Bearer kontor_…`. Users with `users.administer` create it on the screen Users; it is shown once. It has the current permissions of its role, or those of them that were chosen. Calls about users or a user’s own data return 403 `error.not_for_keys`. Two requests run at a time and 50 wait; further ones return 429. Changes are in the history under its name.',
      },
    },
  },
  security: [{ token: [] }],
} satisfies FastifyDynamicSwaggerOptions['openapi']

/** Serves the OpenAPI document of the contract at /api/openapi.json, and a page to read it at /api/docs. */
export async function apiDocs(
  app: FastifyInstance,
  acceptsApiKeys: (route: Route) => boolean,
  webhooks: Record<string, WebhookDoc>,
) {
  await app.register(swagger, {
    openapi: OPENAPI,
    transform: ({ schema, url, route }) => {
      const contract = route.config?.contract
      return { url, schema: contract ? routeSchema(contract, acceptsApiKeys(contract)) : schema }
    },
  })
  serveDocument(app, webhooks)
  servePage(app)
}

/** Headers of the page's files; the others are those of all answers. */
const PAGE_HEADERS = [
  'content-type',
  'content-security-policy',
  'cache-control',
  'etag',
  'last-modified',
  'location',
]

/** The page is an app of its own, loaded by the first request: its packages would be a twelfth of a start. */
function servePage(app: FastifyInstance) {
  const page = memoize(async () => {
    const { default: swaggerUi } = await import('@fastify/swagger-ui')
    const own = fastify()
    await own.register(swagger)
    await own.register(swaggerUi, {
      routePrefix: '/api/docs',
      // The page's own copy of the document is empty.
      uiHooks: {
        onRequest: ({ url }, reply, next) =>
          /\/(json|yaml)$/.test(url) ? void reply.redirect('/api/openapi.json') : next(),
      },
      staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'",
    })
    return own
  })
  for (const path of ['/api/docs', '/api/docs/*'])
    app.get(path, { schema: { hide: true } }, async ({ url, headers }, reply) => {
      const known = headers['if-none-match']
      const answer = await (await page()).inject({ url, headers: known ? { 'if-none-match': known } : {} })
      if (answer.statusCode >= 500)
        throw new Error(`The page of the API answered ${answer.statusCode} at ${url}`)
      if (answer.statusCode >= 400) return reply.callNotFound()
      for (const name of PAGE_HEADERS) if (answer.headers[name]) reply.header(name, answer.headers[name])
      return reply.code(answer.statusCode).send(answer.rawPayload.length > 0 ? answer.rawPayload : undefined)
    })
}

/** The document is the same for everybody: compressed once, and answered with 304 where the client has it. */
function serveDocument(app: FastifyInstance, webhooks: Record<string, WebhookDoc>) {
  const document = memoize(() => {
    const plain = Buffer.from(JSON.stringify({ ...app.swagger(), webhooks: webhooksOf(webhooks) }))
    return {
      plain,
      packed: gzipSync(plain),
      etag: `"${createHash('sha256').update(plain).digest('base64url')}"`,
    }
  })
  app.get('/api/openapi.json', { schema: { hide: true }, compress: false }, ({ headers }, reply) => {
    const { plain, packed, etag } = document()
    reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'public, no-cache' })
    const known = headers['if-none-match']
    if (known?.includes(etag)) return reply.code(304).send()
    reply.type('application/json; charset=utf-8')
    const isPacked = /\bgzip\b/.test(headers['accept-encoding'] ?? '')
    return isPacked ? reply.header('content-encoding', 'gzip').send(packed) : reply.send(plain)
  })
}

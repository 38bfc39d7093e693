import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { Route } from '@kontor/contract/lib/http/route'
import type { FastifyInstance } from 'fastify'
import type * as z from 'zod/mini'
import { version } from '../../root.ts'
import { memoize } from '../concurrency/memoize.ts'
import { json, PARTNER_TAG, routeSchema } from './route-schema.ts'

/** A webhook event, and the schema of its payload. */
export interface WebhookDoc {
  summary: string
  body: z.ZodMiniType
}

const webhooksOf = (webhooks: Record<string, WebhookDoc>) =>
  Object.fromEntries(
    Object.entries(webhooks).map(([type, { summary, body }]) => [
      type,
      {
        post: {
          summary,
          description:
            'Signed as the Standard Webhooks say: webhook-id (the same at every attempt), webhook-timestamp and webhook-signature. Any 2xx takes it; anything else, a redirect too, is tried again for a day, 410 ends it.',
          requestBody: { content: { 'application/json': { schema: json(body, 'output') } } },
          responses: { '2XX': { description: 'Taken' } },
        },
      },
    ]),
  )

/** Serves the OpenAPI document of the contract at /api/openapi.json, and a page to read it at /api/docs. */
export async function apiDocs(
  app: FastifyInstance,
  acceptsApiKeys: (route: Route) => boolean,
  webhooks: Record<string, WebhookDoc>,
) {
  await app.register(swagger, {
    openapi: {
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
            'For partners’ own apps. A partner sees what is active and visible and shares a category with it, and touches only its own; another’s id answers 404 like a missing one. Tokens of staff get 403 here, tokens of partners everywhere else.',
        },
      ],
      components: {
        securitySchemes: {
          token: {
            type: 'http',
            scheme: 'bearer',
            description: 'The token of a sign-in, of a person of the office or of a partner',
          },
          key: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'kontor_…',
            description:
              'An API key, which somebody who administers users makes on the screen of users and is shown once: `Authorization: Bearer kontor_…`. It may do what its role may do now, or the part of it that was chosen, and nothing that is a person’s own or about users (403 `error.not_for_keys`). Two of its calls are worked on at once and 50 wait, the next are answered 429. What it does stands in the history under its name.',
          },
        },
      },
      security: [{ token: [] }],
    },
    transform: ({ schema, url, route }) => {
      const contract = route.config?.contract
      return { url, schema: contract ? routeSchema(contract, acceptsApiKeys(contract)) : schema }
    },
  })
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // Otherwise the page's copy of the document would be generated for every request.
    uiHooks: {
      onRequest: (request, reply, next) =>
        request.url.endsWith('/json') ? void reply.redirect('/api/openapi.json') : next(),
    },
    staticCSP: "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'",
  })
  // The document is the same for everybody: compressed once, and answered with 304 where the client has it.
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

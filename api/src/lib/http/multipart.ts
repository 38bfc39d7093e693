import type { MultipartFile } from '@fastify/multipart'
import type { FileRule } from '@kontor/contract/lib/http/route'
import type { FastifyRequest } from 'fastify'
import type { Document, Inbox } from '../storage/documents.ts'
import { harmlessFile } from '../storage/file-names.ts'
import { HttpError, invalid, invalidField } from './http-error.ts'

/** An uploaded file in memory; its name is only displayed, never used as a path. */
export interface Upload {
  name: string
  bytes: Buffer
}

const MAX_FIELDS = 40
const MAX_FIELD_BYTES = 256 * 1024

type Files = Readonly<Record<string, FileRule>>

/**
 * Reads a multipart body into text fields and the files that the route names; documents are streamed to the disk.
 * Rejects unknown, repeated, missing and empty files (422), too many or too large parts (413), other content types
 * (415), and unreadable bodies (400).
 */
export async function readMultipart(request: FastifyRequest, rules: Files, inbox: Inbox) {
  if (!request.isMultipart()) throw new HttpError('error.media_type')
  const { form, files } = await readParts(request, rules, inbox).catch((error: unknown) => {
    const isCutOff = request.raw.destroyed && !request.raw.complete
    throw isCutOff || isUnreadable(error) ? new HttpError('error.bad_request') : error
  })
  const missing = Object.entries(rules).filter(([name, rule]) => rule.required && !files[name])
  return { form, files, missing: Object.fromEntries(missing.map(([name]) => [name, ['validation.file']])) }
}

async function readParts(request: FastifyRequest, rules: Files, inbox: Inbox) {
  const form: Record<string, string> = Object.create(null) // a field may be called `constructor`
  const files: Record<string, Upload | Document> = Object.create(null)
  for await (const part of request.parts({ limits: limitsOf(rules) })) {
    const name = part.fieldname
    if (part.type === 'file') {
      const rule = ruleOf(rules, name)
      if (!rule || files[name]) throw invalidField(name, 'validation.unknown_field')
      const file = await (rule.kind === 'document' ? toDisk(part, rule, inbox) : toMemory(part, rule))
      if (file) files[name] = file
    } else if (!(ruleOf(rules, name)?.orNull && isNothing(String(part.value)))) {
      if (part.valueTruncated || part.fieldnameTruncated) throw new HttpError('error.too_large')
      if (name in form) throw invalidField(name, 'validation.unknown_field')
      form[name] = String(part.value)
    }
  }
  return { form: { ...form }, files }
}

async function toMemory(part: MultipartFile, rule: FileRule): Promise<Upload | undefined> {
  const bytes = await part.toBuffer()
  if (bytes.length > rule.bytes) throw new HttpError('error.too_large')
  return bytes.length > 0 ? { name: harmlessFile(part.filename), bytes } : undefined
}

/** A browser sends an empty file without a name for a file input without a choice. */
async function toDisk(part: MultipartFile, rule: FileRule, inbox: Inbox) {
  const document = await inbox.receive(part.file, harmlessFile(part.filename), rule.bytes)
  if (document.size > 0) return document
  if (part.filename) throw invalidField(part.fieldname, 'validation.file')
}

const ruleOf = (rules: Files, name: string) => (Object.hasOwn(rules, name) ? rules[name] : undefined)
const isNothing = (text: string) => text === '' || text === 'null'

function limitsOf(rules: Files) {
  const files = Object.values(rules)
  return {
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: 100,
    files: files.length + 1, // one more, so that an additional file is rejected by its field name above
    // one byte more, so that a file that is too large is recognised above
    fileSize: Math.max(...files.map(({ bytes }) => bytes)) + 1,
    parts: MAX_FIELDS + files.length + 1,
    headerPairs: 20,
  }
}

/** The parser throws plain errors about a body, without a code or a class. */
const isUnreadable = (error: unknown) =>
  error instanceof Error && error.constructor === Error && !('statusCode' in error || 'code' in error)

/**
 * Throws when required files are missing. Called after the fields were validated, so that all errors are in one
 * response.
 */
export function requireFiles(missing: Record<string, string[]>) {
  if (Object.keys(missing).length > 0) throw invalid(missing)
}

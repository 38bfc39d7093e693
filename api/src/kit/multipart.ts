import '@fastify/multipart' // for request.parts()
import type { FileRule } from '@kontor/contract/kit/route'
import type { FastifyRequest } from 'fastify'
import { invalid, invalidField, Refusal } from './refusal.ts'

/** A file as it arrived; its name is a text to show, never a path. */
export interface Upload {
  name: string
  bytes: Buffer
}

const MAX_FIELDS = 40
const MAX_FIELD_BYTES = 256 * 1024

/**
 * Reads a multipart body into text fields and the files that the route names. Refuses unknown, repeated, missing and
 * empty files (422), too many parts and too large ones (413), and anything that is not multipart (415).
 */
export async function readMultipart(request: FastifyRequest, rules: Readonly<Record<string, FileRule>>) {
  if (!request.isMultipart()) throw new Refusal('error.media_type')
  const form: Record<string, string> = Object.create(null)
  const files: Record<string, Upload> = {}
  const largest = Math.max(...Object.values(rules).map(({ bytes }) => bytes))
  const limits = {
    fields: MAX_FIELDS,
    fieldSize: MAX_FIELD_BYTES,
    fieldNameSize: 100,
    files: Object.keys(rules).length,
    fileSize: largest + 1, // one more than allowed, so that the exact size is still told apart below
    parts: MAX_FIELDS + Object.keys(rules).length,
    headerPairs: 20,
  }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') {
      const bytes = await part.toBuffer()
      const rule = Object.hasOwn(rules, part.fieldname) ? rules[part.fieldname] : undefined
      if (!rule || files[part.fieldname]) throw invalidField(part.fieldname, 'validation.unknown_field')
      if (bytes.length > rule.bytes) throw new Refusal('error.too_large')
      if (bytes.length > 0) files[part.fieldname] = { name: displayName(part.filename), bytes }
    } else {
      if (part.valueTruncated || part.fieldnameTruncated) throw new Refusal('error.too_large')
      if (part.fieldname in form) throw invalidField(part.fieldname, 'validation.unknown_field')
      form[part.fieldname] = String(part.value)
    }
  }
  const missing = Object.entries(rules).filter(([name, rule]) => rule.required && !files[name])
  return {
    form: { ...form },
    files,
    missing: Object.fromEntries(missing.map(([name]) => [name, ['validation.file']])),
  }
}

/** The last part of a file name, printable and short. */
const displayName = (name: string) =>
  (name.split(/[\\/]/).at(-1) ?? '').replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '').slice(-120) || 'file'

/** Refuses when required files are missing; called after the fields were judged, so that all are answered at once. */
export function requireFiles(missing: Record<string, string[]>) {
  if (Object.keys(missing).length > 0) throw invalid(missing)
}

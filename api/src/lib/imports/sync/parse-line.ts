import { parseJson } from '../../http/json.ts'

/** A number by its digits as written, because a double is inexact for 0.1 and beyond 15 digits. */
export class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/**
 * The members of the JSON object in a line; nested lists and objects stay unparsed values. Undefined when the line is
 * no object.
 */
export function parseLine(bytes: Buffer): Map<string, unknown> | undefined {
  try {
    const parsed = parseJson(bytes, asWritten)
    const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
    return isObject && !(parsed instanceof Digits) ? new Map(Object.entries(parsed)) : undefined
  } catch {
    return undefined
  }
}

const asWritten = (_key: string, value: unknown, context?: { source?: string }) =>
  typeof value === 'number' ? new Digits(context?.source ?? String(value)) : value

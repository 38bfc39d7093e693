import { parseJson } from '../../http/json.ts'

/** A number by the digits in which it was written: 0.1 is no binary fraction, and sixteen digits are sixteen. */
export class Digits {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** The members of the object that a line holds, lists and objects as they are; undefined when it holds anything else. */
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

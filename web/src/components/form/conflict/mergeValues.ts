import type { Route } from '@kontor/contract/lib/http/route'
import * as z from 'zod/mini'
import type { FormRules } from '../formRules.ts'
import { type FormRecord, isSame, toInput, type Values } from '../recordForm.ts'

/** The three states of a version conflict. */
export interface Sides {
  /** As loaded. */
  base: Values
  /** As in the form. */
  mine: Values
  /** As saved on the server now. */
  server: Values
}

/** The changed fields by author. A field that both changed to the same value counts as the server's. */
export interface Changed {
  mine: string[]
  server: string[]
  both: string[]
}

/** Sorts the fields by who changed them. */
export function whoChanged(rules: FormRules, { base, mine, server }: Sides): Changed {
  const isEqual = equality(rules)
  const changed: Changed = { mine: [], server: [], both: [] }
  for (const name of Object.keys(server)) {
    const isTheirs = !isEqual(name, base[name], server[name])
    const isMine = !isEqual(name, base[name], mine[name])
    if (isTheirs && isMine && !isEqual(name, mine[name], server[name])) changed.both.push(name)
    else if (isTheirs) changed.server.push(name)
    else if (isMine) changed.mine.push(name)
  }
  return changed
}

/** The merged record; of fields changed by both, mine when in `keptFields`. */
export function mergeValues(sides: Sides, changed: Changed, keptFields: ReadonlySet<string>): Values {
  const { mine, server } = sides
  const isMine = (name: string) =>
    changed.mine.includes(name) || (changed.both.includes(name) && keptFields.has(name))
  return Object.fromEntries(
    Object.keys(server).map((name) => [name, isMine(name) ? mine[name] : server[name]]),
  )
}

/**
 * Returns the comparison of two values of a field. Texts are equal when the field's rule parses them to
 * the same value: `5` and `5.00`.
 */
export function equality({ fields }: FormRules) {
  const read = (name: string, value: unknown) => {
    const rule = fields[name]
    const parsed = rule && z.safeParse(rule.check, toInput(value))
    return parsed?.success ? parsed.data : value
  }
  return (name: string, a: unknown, b: unknown) => isSame(a, b) || isSame(read(name, a), read(name, b))
}

/**
 * A form has a file only when one was chosen; the saved row has its name. For the comparison the form's
 * empty file becomes the loaded name.
 */
export function withFiles(route: Route, values: Values, row: FormRecord): Values {
  const stored: Values = { ...row }
  const names = Object.keys(route.files ?? {})
  return {
    ...values,
    ...Object.fromEntries(names.map((name) => [name, values[name] ?? stored[name] ?? null])),
  }
}

/** The reverse: removes file names, which cannot be sent. */
export function withoutFiles(route: Route, values: Values): Values {
  const names = Object.keys(route.files ?? {})
  return {
    ...values,
    ...Object.fromEntries(names.map((name) => [name, values[name] instanceof File ? values[name] : null])),
  }
}

import type { Route } from '@kontor/contract/lib/http/route'
import * as z from 'zod/mini'
import type { FormRules } from '../formRules.ts'
import { type FormRow, isSame, plain, type Values } from '../recordForm.ts'

/** Three states of a form that somebody else's save has overtaken. */
export interface Sides {
  /** As it was read. */
  base: Values
  /** As it stands in the form. */
  mine: Values
  /** As it is saved now. */
  server: Values
}

/** Which fields were changed by whom. A field that both changed alike counts as theirs. */
export interface Changed {
  mine: string[]
  server: string[]
  both: string[]
}

/** Sorts the fields by who has changed them. */
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

/** The record with the changes of both; of a field that both changed, mine where it is `kept`. */
export function mergeValues(sides: Sides, changed: Changed, kept: ReadonlySet<string>): Values {
  const { mine, server } = sides
  const isMine = (name: string) =>
    changed.mine.includes(name) || (changed.both.includes(name) && kept.has(name))
  return Object.fromEntries(
    Object.keys(server).map((name) => [name, isMine(name) ? mine[name] : server[name]]),
  )
}

/** Two texts are one value when their field's rule reads them as one: `5` and `5.00`. */
export function equality({ fields }: FormRules) {
  const read = (name: string, value: unknown) => {
    const rule = fields[name]
    const parsed = rule && z.safeParse(rule.check, plain(value))
    return parsed?.success ? parsed.data : value
  }
  return (name: string, a: unknown, b: unknown) => isSame(a, b) || isSame(read(name, a), read(name, b))
}

/**
 * A form holds a file only when one was chosen; what is saved has its name in the row. For the comparison both stand
 * in one place: a file that was not chosen is the one that was read.
 */
export function withFiles(route: Route, values: Values, row: FormRow): Values {
  const stored: Values = { ...row }
  const names = Object.keys(route.files ?? {})
  return {
    ...values,
    ...Object.fromEntries(names.map((name) => [name, values[name] ?? stored[name] ?? null])),
  }
}

/** The other way: a saved file's name is nothing to send. */
export function withoutFiles(route: Route, values: Values): Values {
  const names = Object.keys(route.files ?? {})
  return {
    ...values,
    ...Object.fromEntries(names.map((name) => [name, values[name] instanceof File ? values[name] : null])),
  }
}

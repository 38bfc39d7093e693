import * as z from 'zod/mini'
import type { TextField } from './fields.ts'

const formats = {
  digits: { pattern: /^[0-9]+$/, wrong: 'validation.digits' },
  email: {
    pattern: /^[^\s@,;:<>()"]+@[^\s@,;:<>()".]+(\.[^\s@,;:<>()".]+)*\.\p{L}{2,}$/u,
    wrong: 'validation.email',
  },
  phone: { pattern: /^(?=(?:\D*[0-9]){3})\+?[0-9 ()/.-]+$/, wrong: 'validation.phone' },
  no_digit_first: { pattern: /^\P{Nd}/u, wrong: 'validation.digit_first' },
} as const

/** Adds a field's checks of length and pattern to a text's rule; the rule itself checks empty and too long texts. */
export function withPattern<S extends z.ZodMiniType<string | null>>(field: TextField, rule: S): S {
  const { max = 255, exactly, like } = field
  if (exactly === undefined && !like) return rule
  const { pattern, wrong } = like ? formats[like] : { pattern: /^/, wrong: 'validation.length' }
  const matches = (value: string) =>
    pattern.test(value) && (exactly === undefined || [...value].length === exactly)
  const isRight = (value: string | null) => !value || value.length > max || matches(value)
  return rule.check(z.refine(isRight, field.wrong ?? wrong)) as S // a check does not change the type
}

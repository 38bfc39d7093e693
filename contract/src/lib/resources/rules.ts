import * as z from 'zod/mini'
import {
  day,
  flagText,
  id,
  idText,
  integerText,
  MAX_ID,
  optionalText,
  text,
  visibleLength,
  wholeNumber,
} from '../fields/fields.ts'
import { keyed, keysOf } from '../lists/keys.ts'
import { recordRef } from '../lists/list.ts'
import { decimal, moneyOrPercent, optionalMoneyOrPercent } from '../numbers/decimal-field.ts'
import {
  type ChoiceField,
  type CountField,
  type DecimalField,
  type Field,
  type Fields,
  isFilled,
  labelledFields,
  type MoneyField,
  shownName,
  type TextField,
} from './fields.ts'
import type { InputValue, SentValue, Values } from './values.ts'

/** The rule of a field in a form. An optional field may be omitted and becomes null; a flag becomes false. */
type Rule<F extends Field> = F extends { kind: 'flag' }
  ? z.ZodMiniDefault<z.ZodMiniType<boolean, boolean>>
  : F extends { required: true }
    ? z.ZodMiniType<SentValue<F>, InputValue<F>>
    : z.ZodMiniPipe<
        z.ZodMiniOptional<z.ZodMiniNullable<z.ZodMiniType<unknown, InputValue<F> | ''>>>,
        z.ZodMiniType<SentValue<F>>
      >

/** The rules of a form by field. */
export type Rules<F extends Fields> = {
  [K in keyof F & string as F[K] extends { readOnly: true } ? never : K]: Rule<F[K]>
}

/** The rules of a form's fields, each with the message keys of its field. */
export const rulesOf = <const F extends Fields>(fields: F): Rules<F> =>
  keyed(keysOf<keyof F & string>(labelledFields(fields)), (name) =>
    ruleOf(fields[name] as Field),
  ) as unknown as Rules<F> // by kind, as typed above

/** Rules of optional fields, which are not changed when omitted; null and an empty text clear them. */
export function orLeftOut<R extends Record<string, z.ZodMiniType>>(rules: R) {
  const named = Object.entries(rules).map(([name, rule]) => [name, z.optional(z.nonoptional(rule))])
  return Object.fromEntries(named) as { [K in keyof R]: z.ZodMiniOptional<z.ZodMiniNonOptional<R[K]>> } // each as above
}

/** The rule of a field in a multipart form, which sends numbers, flags and references as text. */
type FormRule<F extends Field> = F extends { kind: 'flag' }
  ? typeof flagText
  : F extends { kind: 'count' | 'reference' }
    ? F extends { required: true }
      ? z.ZodMiniType<SentValue<F>, string | undefined>
      : z.ZodMiniPipe<z.ZodMiniOptional<z.ZodMiniType<unknown, string>>, z.ZodMiniType<SentValue<F>>>
    : Rule<F>
type FormRules<F extends Fields> = { [K in keyof F & string]: FormRule<F[K]> }

/** The rules of fields in a multipart form. */
export const formRulesOf = <const F extends Fields>(fields: F): FormRules<F> =>
  keyed(keysOf<keyof F & string>(fields), (name) => formRuleOf(fields[name] as Field)) as FormRules<F> // by kind, as typed above

function formRuleOf(field: Field): z.ZodMiniType {
  if (field.kind === 'flag') return flagText
  if (field.kind !== 'count' && field.kind !== 'reference') return ruleOf(field)
  const rule = field.kind === 'reference' ? idText : integerText(boundsOf(field))
  return field.required ? rule : orNull(z.string(), rule)
}

/** The rule of one field. */
export function ruleOf(field: Field): z.ZodMiniType {
  switch (field.kind) {
    case 'text':
      return field.required ? requiredLine(field) : optionalLine(field)
    case 'choice':
      return field.required ? z.enum(valuesOf(field)) : orNull(z.enum([...valuesOf(field), '']))
    case 'flag':
      return z._default(z.boolean(), false)
    case 'day':
      return field.required ? day : orNull(z.string(), day)
    case 'reference':
      return field.required ? id : orNull(id)
    case 'moneyOrPercent':
      return field.required ? moneyOrPercent : optionalMoneyOrPercent
    case 'percent':
      return field.required ? percentage : orNull(z.union([z.string(), z.number()]), percentage)
    default: {
      const rule = numberRule(field)
      return field.required ? rule : orNull(z.union([z.string(), z.number()]), rule)
    }
  }
}

const boundsOf = ({ min = 0, max = MAX_ID, message }: CountField) => ({
  min,
  max,
  message,
})

function numberRule(field: MoneyField | DecimalField | CountField): z.ZodMiniType {
  if (field.kind === 'count') return wholeNumber(boundsOf(field))
  if (field.kind === 'decimal') {
    const { min, max, digits, scale, message } = field
    return decimal({ min, max, digits, scale, message })
  }
  const { min = 0, message } = field
  return decimal({ ...(field.above === undefined ? { min } : { above: field.above }), message })
}

const valuesOf = ({ options }: ChoiceField) => options.map(({ value }) => value) as [string, ...string[]]

/** A percentage with or without its sign. */
const percentage = z.pipe(
  z.pipe(
    z.union([z.string(), z.number()]),
    z.transform((typed) => String(typed).trim().replace(/%$/, '').trim()), // one pass, for any number of blanks
  ),
  decimal({ min: 0, max: 100, message: 'validation.percent' }) as z.ZodMiniType<string, string>, // accepts text as well
)

const requiredLine = (field: TextField) => {
  const { min = 1, max, short, lines, code } = field
  return withPattern(
    field,
    text({
      min,
      ...(max && { max }),
      ...(short && { short }),
      ...(lines && { lines }),
      ...(code && { code }),
    }),
  )
}

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
function withPattern<S extends z.ZodMiniType<string | null>>(field: TextField, rule: S): S {
  const { max = 255, exactly, like } = field
  if (exactly === undefined && !like) return rule
  const { pattern, wrong } = like ? formats[like] : { pattern: /^/, wrong: 'validation.length' }
  const matches = (value: string) =>
    pattern.test(value) && (exactly === undefined || [...value].length === exactly)
  const isRight = (value: string | null) => !value || value.length > max || matches(value)
  return rule.check(z.refine(isRight, field.wrong ?? wrong)) as S // a check does not change the type
}

const optionalLine = (field: TextField) => {
  const { min = 0, max, short = 'validation.short_text', lines } = field
  const rule = withPattern(field, optionalText(max, lines))
  return min > 0 ? rule.check(z.refine((value) => !value || visibleLength(value) >= min, short)) : rule
}

/** An optional value: undefined, null and an empty text become null; any other is checked by the rule. */
const orNull = <Input>(input: z.ZodMiniType<unknown, Input>, rule: z.ZodMiniType = input) =>
  z.pipe(
    z.pipe(z.optional(z.nullable(input)), z.transform(emptyAsNull)),
    z.nullable(rule as z.ZodMiniType<unknown, unknown>), // it checks any input
  )

const emptyAsNull = (value: unknown): unknown =>
  value === undefined || (typeof value === 'string' && !value.trim()) ? null : value

/** The schemas of a row's fields. */
export type RowShape<F extends Fields> = {
  [K in keyof Values<F> & string]: z.ZodMiniType<Values<F>[K]>
}

/** The schemas of a row's fields: of a reference the id, and the record (`{id, name}`) under its shown name. */
export const rowShapeOf = <const F extends Fields>(fields: F): RowShape<F> =>
  Object.fromEntries(
    Object.entries<Field>(fields).flatMap(([name, field]) => {
      const nullableUnlessFilled = (schema: z.ZodMiniType) => (isFilled(field) ? schema : z.nullable(schema))
      const storedRule = [name, nullableUnlessFilled(storedSchema(field))] as const
      return field.kind === 'reference'
        ? [storedRule, [shownName(name, field), nullableUnlessFilled(recordRef)] as const]
        : [storedRule]
    }),
  ) as RowShape<F> // by kind, as typed above

function storedSchema(field: Field): z.ZodMiniType {
  if (field.kind === 'choice') return z.enum(valuesOf(field))
  if (field.kind === 'flag') return z.boolean()
  return field.kind === 'count' || field.kind === 'reference' ? z.int() : z.string()
}

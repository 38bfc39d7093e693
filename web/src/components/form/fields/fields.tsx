// Form fields by kind; each gets its rule and its error by its name.
import { parseDecimal } from '@kontor/contract/lib/numbers/decimal'
import { moneyOrPercentText } from '@kontor/contract/lib/numbers/money-or-percent'
import { typedNumber } from '@kontor/contract/lib/numbers/number-input'
import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import type { FieldProps } from '../FormContext.ts'
import { useTextProps } from '../FormContext.ts'
import { useTypedNumber } from './useTypedNumber.ts'

/** A single-line text field. */
export const TextField = (props: FieldProps) => <TextInput {...useTextProps(props)} />

/**
 * A decimal in euros, or a percentage where the rule allows one, in the user's number format; shows the
 * parsed value.
 */
export function DecimalField(props: FieldProps) {
  const { euro } = useFormat()
  return <NumberField {...props} unit="€" decimals={2} format={euro} />
}

/** A percentage, with or without sign; shows the parsed value. */
export function PercentField(props: FieldProps) {
  const { decimal } = useFormat()
  return <NumberField {...props} unit="%" decimals={0} format={(value) => `${decimal(value)}%`} />
}

/** A number of pieces; shows the parsed value. */
export function IntegerField(props: FieldProps) {
  const t = useTranslations()
  const { decimal } = useFormat()
  const format = (value: string) => t('form.pieces', { value: decimal(value) })
  return <NumberField {...props} unit={t('form.pieces_unit')} decimals={0} format={format} />
}

/** An integer; its unit is in the label. */
export function CountField(props: FieldProps) {
  const { decimal } = useFormat()
  return <NumberField {...props} unit="" decimals={0} format={decimal} />
}

interface NumberFieldProps extends FieldProps {
  /** Suffix inside the empty input. */
  unit: string
  /** Least number of decimals. */
  decimals: number
  /** Formats a canonical value. */
  format: (value: string) => string
}

function NumberField({ unit, decimals, format, ...props }: NumberFieldProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const inWords = (value: unknown) => {
    const parsed = parseDecimal(String(value ?? ''))
    return 'value' in parsed ? format(moneyOrPercentText(parsed)) : undefined
  }
  const input = useTextProps(props, (value) => inWords(value) ?? String(value ?? ''))
  const send = (value: string) => input.onChange({ target: { value } })
  const { text, type } = useTypedNumber(input.value, send, decimals)
  const understood = inWords(input.value)
  const asPrinted = [understood, typedNumber(input.value, locale, { min: decimals })]
  return (
    <TextInput
      {...input}
      value={props.readOnly ? (understood ?? text) : text}
      onChange={({ target }) => type(target.value)}
      description={
        input.error || !understood || asPrinted.includes(text.trim())
          ? input.description
          : t('form.understood', { value: understood })
      }
      inputMode="decimal"
      rightSection={props.readOnly || /[€%]|eur/i.test(text) ? null : <span aria-hidden>{unit}</span>}
      rightSectionWidth={unit.length > 1 ? 48 : 32}
      rightSectionPointerEvents="none"
    />
  )
}

import { parseDecimal } from '@kontor/contract/kit/decimal'
import { figureText } from '@kontor/contract/kit/figure'
import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { formatOf } from '../format.ts'
import { useLanguage } from '../i18n.tsx'
import type { FieldProps } from './FormContext.ts'
import { useTextProps } from './useTextProps.ts'

/** One line of text. */
export const TextField = (props: FieldProps) => <TextInput {...useTextProps(props)} />

/** Euros, or a percentage where the rule takes one, typed with comma or point; says what was understood. */
export function DecimalField(props: FieldProps) {
  const { euro } = formatOf(useLanguage().locale)
  return <NumberField {...props} unit="€" show={euro} />
}

/** Pieces; says what was understood. */
export function IntegerField(props: FieldProps) {
  const t = useTranslations()
  const { decimal } = formatOf(useLanguage().locale)
  const show = (value: string) => t('form.pieces', { value: decimal(value) })
  return <NumberField {...props} unit={t('form.pieces_unit')} show={show} />
}

function NumberField({
  unit,
  show,
  ...props
}: FieldProps & { unit: string; show: (value: string) => string }) {
  const t = useTranslations()
  const text = useTextProps(props)
  const parsed = parseDecimal(text.value)
  const figure = 'value' in parsed ? figureText(parsed) : undefined
  const understood = figure && t('form.understood', { value: show(figure) })
  const sign = figure?.endsWith('%') ? '%' : unit
  return (
    <TextInput
      {...text}
      description={text.error ? undefined : (understood ?? text.description)}
      inputMode="decimal"
      rightSection={<span aria-hidden>{sign}</span>}
      rightSectionWidth={unit.length > 1 ? 48 : 32}
      rightSectionPointerEvents="none"
    />
  )
}

import type { ChoiceField } from '@kontor/contract/lib/resources/fields'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { type FieldProps, useDeclared, useFormField } from '../form/FormContext.ts'
import { SelectField, SwitchField } from '../form/fields/choices.tsx'
import { CountField, DecimalField, PercentField, TextField } from '../form/fields/fields.tsx'
import { TextArea } from '../form/fields/TextArea.tsx'
import type { Pickable } from '../form/pickers/pickers.ts'
import { ReferenceSelect } from '../form/pickers/ReferenceSelect.tsx'
import { DayField } from './DayField.tsx'

/** A declared field of the form, rendered by its kind. */
export function Field(props: FieldProps) {
  const field = useDeclared(props.name)
  switch (field.kind) {
    case 'text':
      return field.lines ? <TextArea {...props} max={field.max ?? 255} /> : <TextField {...props} />
    case 'choice':
      return <OneOf {...props} options={field.options} required={field.required === true} />
    case 'flag':
      return <SwitchField {...props} words={field.words} />
    case 'day':
      return <DayField {...props} />
    case 'percent':
      return <PercentField {...props} />
    case 'count':
      return <CountField {...props} />
    case 'reference':
      // The app registers a picker for every referenced resource.
      return <ReferenceSelect {...props} to={field.to as keyof Pickable} />
    default:
      return <DecimalField {...props} />
  }
}

interface OneOfProps extends FieldProps {
  options: ChoiceField['options']
  required: boolean
}

/** Empty until an option is chosen; an optional field can be cleared again. */
function OneOf({ options, required, ...props }: OneOfProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { value } = useFormField(props.name)
  const words = options.map((option) => ({ value: option.value, label: option.label[locale] }))
  const none = { value: '', label: t('form.choose') }
  return <SelectField {...props} options={required && value ? words : [none, ...words]} />
}

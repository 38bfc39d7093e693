import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import {
  notificationFields,
  type OpenedKind,
  openedKindNames,
  openedKinds,
} from '@kontor/contract/notifications/form'
import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormField, useFormValues } from '../../components/form/FormContext.ts'
import { FormRow } from '../../components/form/layout.tsx'
import { pickedRecordOf } from '../../components/form/pickers/chosen.ts'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import type { Values } from '../../components/form/recordForm.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

/** Name of the form value with the chosen kind, which is not sent. */
const KIND = 'opens'

/** The chosen kind, also without a record yet; undefined for the inbox. */
const kindIn = (values: Values): OpenedKind | undefined =>
  openedKindNames.find((kind) => values[openedKinds[kind].field] || values[KIND] === kind)

/** The chosen kind and record of a form. */
export function openedIn(values: Values) {
  const kind = kindIn(values)
  const record = kind && pickedRecordOf(values[openedKinds[kind].field])
  return record && { kind, record }
}

/** The error of a kind without a record. */
export function withoutRecord(values: Values): FieldErrors {
  const kind = kindIn(values)
  return kind && !openedIn(values) ? { [openedKinds[kind].field]: ['validation.field'] } : {}
}

/** The record that a click on the notification opens; without one it opens the inbox. */
export function OpenedField() {
  const t = useTranslations()
  const { locale } = useLanguage()
  const kind = kindIn(useFormValues())
  const chosenKind = useFormField(KIND)
  const fields = {
    slider: useFormField('slider_id'),
    product: useFormField('product_id'),
    campaign: useFormField('campaign_id'),
  }
  const choose = (name: string) => {
    for (const other of openedKindNames) fields[other].set('')
    chosenKind.set(name)
  }
  const select = (
    <NativeSelect
      label={t('notifications.opens')}
      value={kind ?? ''}
      onChange={({ target }) => choose(target.value)}
      data={[
        { value: '', label: t('notifications.opens_inbox') },
        ...openedKindNames.map((value) => ({ value, label: t(`notifications.opened.${value}`) })),
      ]}
    />
  )
  if (!kind) return select
  const { field } = openedKinds[kind]
  const { label, to } = notificationFields[field]
  return (
    <FormRow>
      {select}
      <ReferenceSelect key={kind} name={field} to={to} label={label[locale]} required />
    </FormRow>
  )
}

import { conversationStart } from '@kontor/contract/messages/start'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFormField } from '../../components/form/FormContext.ts'
import { SelectField } from '../../components/form/fields/choices.tsx'
import { type PickedRecord, pickedRecordOf } from '../../components/form/pickers/chosen.ts'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'

/** The partner, its users, and the trainings that they see. */
export function useRecipients(id: number) {
  return useApiQuery(conversationStart.recipients, { params: { id: String(id) } }, { enabled: id > 0 })
}

/** The users of the chosen partner and the trainings that they see; undefined before one is chosen. */
export function useChosenRecipients() {
  const { value } = useFormField('partner_id')
  const partner = pickedRecordOf(value)
  const { data } = useRecipients(partner ? partner.id : 0)
  return partner ? data : undefined
}

/** Fields for a partner and one of its users. */
export function PartnerUserSelect({ isFixed = false }: { isFixed?: boolean }) {
  const t = useTranslations()
  const users = useChosenRecipients()?.users
  return (
    <>
      <ReferenceSelect
        name="partner_id"
        to="partners"
        label={t('conversation_start.partner')}
        readOnly={isFixed}
      />
      <RecipientField
        name="user_id"
        label={t('conversation_start.user')}
        choices={users}
        help={users?.length === 0 ? t('conversation_start.no_users') : undefined}
      />
    </>
  )
}

/** The id of the only record, or else `id` if a record has it; '' without one. */
export const idAmong = (offered: readonly PickedRecord[], id: string) =>
  String((offered.length === 1 ? offered[0] : offered.find((one) => String(one.id) === id))?.id ?? '')

interface RecipientFieldProps {
  name: string
  label: string
  choices: readonly PickedRecord[] | undefined
  help: string | undefined
}

/** A choice that depends on the partner: chosen by itself where there is only one, emptied when the partner lacks it. */
export function RecipientField({ name, label, choices, help }: RecipientFieldProps) {
  const t = useTranslations()
  const { value, set } = useFormField(name)
  const follow = useEffectEvent((offered: readonly PickedRecord[]) => {
    const id = idAmong(offered, String(value))
    if (id !== value) set(id)
  })
  useEffect(() => {
    if (choices) follow(choices)
  }, [choices])
  const options = (choices ?? []).map(({ id, name }) => ({ value: String(id), label: name }))
  return (
    <SelectField
      name={name}
      label={label}
      help={help}
      options={[
        { value: '', label: choices ? t('form.choose') : t('conversation_start.partner_first') },
        ...options,
      ]}
    />
  )
}

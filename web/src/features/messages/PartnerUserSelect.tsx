import { conversationStart } from '@kontor/contract/messages/begin'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFormField } from '../../components/form/FormContext.ts'
import { SelectField } from '../../components/form/fields/choices.tsx'
import { type Choice, choiceOf } from '../../components/form/pickers/chosen.ts'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'

/** The partner, its users, and the trainings that they see. */
export function useRecipients(id: number) {
  return useApiQuery(conversationStart.recipients, { params: { id: String(id) } }, { enabled: id > 0 })
}

/** The users of the chosen partner and the trainings that they see; undefined before one is chosen. */
function useChosenRecipients() {
  const { value } = useFormField('partner_id')
  const partner = choiceOf(value)
  const { data } = useRecipients(partner ? partner.id : 0)
  return partner ? data : undefined
}

/** Fields for a partner and one of its users. */
export function PartnerUserSelect({ isFixed = false }: { isFixed?: boolean }) {
  const t = useTranslations()
  const users = useChosenRecipients()?.users
  return (
    <>
      <ReferenceSelect name="partner_id" to="partners" label={t('begin.partner')} readOnly={isFixed} />
      <RecipientField
        name="user_id"
        label={t('begin.user')}
        choices={users}
        help={users?.length === 0 ? t('begin.no_users') : undefined}
      />
    </>
  )
}

/** The training in whose chat the message is written. */
export function TrainingSelect() {
  const t = useTranslations()
  const trainings = useChosenRecipients()?.sliders
  return (
    <RecipientField
      name="slider_id"
      label={t('begin.training')}
      choices={trainings}
      help={trainings?.length === 0 ? t('begin.no_trainings') : undefined}
    />
  )
}

interface RecipientFieldProps {
  name: string
  label: string
  choices: readonly Choice[] | undefined
  help: string | undefined
}

/** A choice that depends on the partner: chosen by itself where there is only one, emptied when the partner lacks it. */
function RecipientField({ name, label, choices, help }: RecipientFieldProps) {
  const t = useTranslations()
  const { value, set } = useFormField(name)
  const follow = useEffectEvent((offered: readonly Choice[]) => {
    if (offered.some(({ id }) => String(id) === String(value))) return
    set(offered.length === 1 ? String(offered[0]?.id) : '')
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
      options={[{ value: '', label: choices ? t('form.choose') : t('begin.partner_first') }, ...options]}
    />
  )
}

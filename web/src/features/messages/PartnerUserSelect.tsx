import { customerSupportList } from '@kontor/contract/customerSupport'
import type { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { MAX_MESSAGE } from '@kontor/contract/messages'
import { conversationStart } from '@kontor/contract/messages/begin'
import { useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl'
import { useFormField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { SelectField } from '../../components/form/fields/choices.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { type PickedRecord, pickedRecordOf } from '../../components/form/pickers/chosen.ts'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'

interface NewConversationDialogProps {
  title: string
  route: typeof supportInbox.begin | typeof conversationStart.begin
  /** The partner that is already chosen; 0 for none. */
  partnerId: number
  /** In the chat of a training: the one that is open, empty for none. */
  training?: string
  /** Called with the id of the conversation, and of its training. */
  onBegun: (id: number, training: number | undefined) => void
  onClose: () => void
}

/** Writes first to a partner's user: to the inbox, or in the chat of a training, which the user need not have opened. */
export function NewConversationDialog({
  title,
  route,
  partnerId,
  training,
  onBegun,
  onClose,
}: NewConversationDialogProps) {
  const t = useTranslations()
  const { data, error } = useRecipients(partnerId)
  // The partner's name comes with its users; one that cannot be written to is not chosen.
  if (partnerId > 0 && !data && !error) return null
  return (
    <FormDialog
      title={title}
      row={null}
      routes={{ create: route, update: route }}
      list={customerSupportList}
      initialValues={{
        partner_id: data?.partner ?? '',
        user_id: data ? idAmong(data.users, '') : '',
        ...(training !== undefined && { slider_id: data ? idAmong(data.sliders, training) : training }),
      }}
      action={t('chat.send')}
      success={() => ({ text: t('begin.sent') })}
      onSaved={(saved) => onBegun(saved.id, 'slider' in saved ? pickedRecordOf(saved.slider)?.id : undefined)}
      onClose={onClose}
    >
      <PartnerUserSelect />
      {training !== undefined && <TrainingSelect />}
      <TextArea name="message" label={t('chat.write')} max={MAX_MESSAGE} />
    </FormDialog>
  )
}

/** The partner, its users, and the trainings that they see. */
function useRecipients(id: number) {
  return useApiQuery(conversationStart.recipients, { params: { id: String(id) } }, { enabled: id > 0 })
}

/** The users of the chosen partner and the trainings that they see; undefined before one is chosen. */
function useChosenRecipients() {
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
function TrainingSelect() {
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

/** The id of the only record, or else `id` if a record has it; '' without one. */
const idAmong = (offered: readonly PickedRecord[], id: string) =>
  String((offered.length === 1 ? offered[0] : offered.find((one) => String(one.id) === id))?.id ?? '')

interface RecipientFieldProps {
  name: string
  label: string
  choices: readonly PickedRecord[] | undefined
  help: string | undefined
}

/** A choice that depends on the partner: chosen by itself where there is only one, emptied when the partner lacks it. */
function RecipientField({ name, label, choices, help }: RecipientFieldProps) {
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
      options={[{ value: '', label: choices ? t('form.choose') : t('begin.partner_first') }, ...options]}
    />
  )
}

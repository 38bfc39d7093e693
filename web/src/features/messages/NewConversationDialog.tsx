import type { supportInbox } from '@kontor/contract/customerSupport/inbox'
import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { MAX_MESSAGE } from '@kontor/contract/messages'
import type { conversationStart } from '@kontor/contract/messages/start'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { pickedRecordOf } from '../../components/form/pickers/chosen.ts'
import {
  idAmong,
  PartnerUserSelect,
  RecipientField,
  useChosenRecipients,
  useRecipients,
} from './PartnerUserSelect.tsx'

interface NewConversationDialogProps {
  title: string
  /** The list of the screen, which `FormDialog` requires. */
  list: RecordList
  route: typeof supportInbox.start | typeof conversationStart.start
  /** The partner that is already chosen; 0 for none. */
  partnerId: number
  /** In the chat of a training: the one that is open, empty for none. */
  training?: string
  /** Called with the id of the conversation, and of its training. */
  onStarted: (id: number, training: number | undefined) => void
  onClose: () => void
}

/** Writes first to a partner's user: to the inbox, or in the chat of a training, which the user need not have opened. */
export function NewConversationDialog({
  title,
  list,
  route,
  partnerId,
  training,
  onStarted,
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
      list={list}
      initialValues={{
        partner_id: data?.partner ?? '',
        user_id: data ? idAmong(data.users, '') : '',
        ...(training !== undefined && { slider_id: data ? idAmong(data.sliders, training) : training }),
      }}
      action={t('chat.send')}
      success={() => ({ text: t('conversation_start.sent') })}
      onSaved={(saved) =>
        onStarted(saved.id, 'slider' in saved ? pickedRecordOf(saved.slider)?.id : undefined)
      }
      onClose={onClose}
    >
      <PartnerUserSelect />
      {training !== undefined && <TrainingSelect />}
      <TextArea name="message" label={t('chat.write')} max={MAX_MESSAGE} />
    </FormDialog>
  )
}

/** The training in whose chat the message is written. */
function TrainingSelect() {
  const t = useTranslations()
  const trainings = useChosenRecipients()?.sliders
  return (
    <RecipientField
      name="slider_id"
      label={t('conversation_start.training')}
      choices={trainings}
      help={trainings?.length === 0 ? t('conversation_start.no_trainings') : undefined}
    />
  )
}

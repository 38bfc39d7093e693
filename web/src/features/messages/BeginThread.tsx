import { customerSupportList } from '@kontor/contract/customerSupport'
import { MAX_MESSAGE } from '@kontor/contract/messages'
import { conversationStart } from '@kontor/contract/messages/begin'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { PartnerUserSelect, TrainingSelect, useRecipients } from './PartnerUserSelect.tsx'

interface Props {
  /** The partner that is already chosen; 0 for none. */
  partnerId: number
  /** The training whose chat is open. */
  sliderId: number | undefined
  onBegun: (thread: number) => void
  onClose: () => void
}

const routes = { create: conversationStart.begin, update: conversationStart.begin }

/** Writes to a partner's user in the chat of a training, which the user need not have opened. */
export function BeginThread({ partnerId, sliderId, onBegun, onClose }: Props) {
  const t = useTranslations()
  const { data, error } = useRecipients(partnerId)
  // The partner's name comes with its users; one that cannot be written to is not chosen.
  if (partnerId > 0 && !data && !error) return null
  return (
    <FormDialog
      feature="customerSupport"
      title={t('chat.begin')}
      row={null}
      routes={routes}
      list={customerSupportList}
      start={{ partner_id: data?.partner ?? '', slider_id: sliderId === undefined ? '' : String(sliderId) }}
      action={t('chat.send')}
      success={() => ({ text: t('begin.sent') })}
      onReply={({ id }) => onBegun(id)}
      onClose={onClose}
    >
      <PartnerUserSelect />
      <TrainingSelect />
      <TextArea name="message" label={t('chat.write')} max={MAX_MESSAGE} />
    </FormDialog>
  )
}

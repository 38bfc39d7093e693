import { customerSupportList } from '@kontor/contract/customerSupport'
import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { MAX_MESSAGE } from '@kontor/contract/messages'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { TextArea } from '../../../components/form/fields/TextArea.tsx'
import { PartnerUserSelect, useRecipients } from '../../messages/PartnerUserSelect.tsx'

interface Props {
  /** The partner that is already chosen; 0 for none. */
  partnerId: number
  onBegun: (id: number) => void
  onClose: () => void
}

const routes = { create: supportInbox.begin, update: supportInbox.begin }

/** Writes first to a partner's user; the answer comes into the inbox. */
export function BeginMessage({ partnerId, onBegun, onClose }: Props) {
  const t = useTranslations()
  const { data, error } = useRecipients(partnerId)
  // The partner's name comes with its users; one that cannot be written to is not chosen.
  if (partnerId > 0 && !data && !error) return null
  return (
    <FormDialog
      feature="customerSupport"
      title={t('support.begin')}
      row={null}
      routes={routes}
      list={customerSupportList}
      start={{ partner_id: data?.partner ?? '' }}
      action={t('chat.send')}
      success={() => ({ text: t('begin.sent') })}
      onReply={({ id }) => onBegun(id)}
      onClose={onClose}
    >
      <PartnerUserSelect />
      <TextArea name="message" label={t('chat.write')} max={MAX_MESSAGE} />
    </FormDialog>
  )
}

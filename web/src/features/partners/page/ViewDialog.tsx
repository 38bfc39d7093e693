import type { Partner } from '@kontor/contract/partners'
import { partnerView, VIEW_MINUTES } from '@kontor/contract/session/view'
import { Button, NativeSelect } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../../components/ui/dialog/Dialog.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { openView } from '../../../lib/session/openView.ts'

interface Props {
  partner: Partner
  onClose: () => void
}

/** Opens the partners' app in a new tab as a user of this partner, to read only. */
export function ViewDialog({ partner: { id, name }, onClose }: Props) {
  const t = useTranslations()
  const users = useApiQuery(partnerView.users, { params: { id: String(id) } }).data
  const [chosen, choose] = useState('')
  const [isOpening, setOpening] = useState(false)
  const user_id = chosen || String(users?.[0]?.id ?? '')
  const open = async () => {
    setOpening(true)
    try {
      const isOpen = await openView(() =>
        apiRequest(partnerView.begin, { params: { id: String(id) }, body: { user_id } }),
      )
      if (isOpen) onClose()
      else notify.error(t('partner.view.blocked'))
    } catch (error) {
      notify.failure(error)
    }
    setOpening(false)
  }
  return (
    <Dialog
      title={t('partner.view.title')}
      subtitle={name}
      brief
      onClose={onClose}
      buttons={
        <>
          <Button variant="default" size="md" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button
            size="md"
            leftSection={<IconExternalLink size={16} stroke={1.6} />}
            loading={isOpening}
            disabled={user_id === ''}
            onClick={() => void open()}
          >
            {t('partner.view.open')}
          </Button>
        </>
      }
    >
      <DialogBody>
        {users?.length === 0 ? (
          <p>{t('partner.view.no_users')}</p>
        ) : (
          <>
            <NativeSelect
              label={t('partner.view.user')}
              value={user_id}
              data={(users ?? []).map((one) => ({
                value: String(one.id),
                label: `${one.name} (${one.username})`,
              }))}
              onChange={({ currentTarget }) => choose(currentTarget.value)}
            />
            <p>{t('partner.view.text', { minutes: String(VIEW_MINUTES) })}</p>
          </>
        )}
      </DialogBody>
    </Dialog>
  )
}

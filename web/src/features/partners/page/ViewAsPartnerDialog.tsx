import type { ResponseBody } from '@kontor/contract/lib/http/route'
import type { Partner } from '@kontor/contract/partners'
import { partnerView, VIEW_MINUTES } from '@kontor/contract/session/view'
import { Button, NativeSelect } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../../components/ui/dialog/Dialog.tsx'
import { CancelButton } from '../../../components/ui/dialog/FooterButtons.tsx'
import { NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { VIEW_MARK } from '../../../lib/session/storage.ts'

interface ViewAsPartnerDialogProps {
  partner: Partner
  onClose: () => void
}

/** Opens the partners' app in a new tab as a user of this partner, to read only. */
export function ViewAsPartnerDialog({ partner: { id, name }, onClose }: ViewAsPartnerDialogProps) {
  const t = useTranslations()
  const { data: users, error, refetch } = useApiQuery(partnerView.users, { params: { id: String(id) } })
  const [chosen, choose] = useState('')
  const [isOpening, setOpening] = useState(false)
  const user_id = chosen || String(users?.[0]?.id ?? '')
  const open = async () => {
    setOpening(true)
    try {
      const isOpen = await openView(user_id, () =>
        apiRequest(partnerView.begin, { params: { id: String(id) }, body: { user_id } }),
      )
      if (isOpen) onClose()
      else notify.error(t('partner.view.blocked'))
    } catch (error) {
      shownError.show(error)
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
          <CancelButton onClick={onClose} />
          <Button
            size="md"
            leftSection={<IconExternalLink size={16} />}
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
        {error && !users && <NotLoaded error={error} onRetry={() => void refetch()} />}
        {users?.length === 0 && <p>{t('partner.view.no_users')}</p>}
        {users?.length !== 0 && !(error && !users) && (
          <>
            <NativeSelect
              mb="md"
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

/**
 * Opens the partners' app in a new tab as another user. The token is handed over in the storage of that tab alone: it
 * is in no address, and the session of this tab and that of a partner in this browser stay. Resolves with false when
 * the browser has blocked the tab; throws when the call fails.
 */
async function openView(
  userId: string,
  begin: () => Promise<ResponseBody<typeof partnerView.begin>>,
): Promise<boolean> {
  const tab = window.open('about:blank', '_blank') // at the click: later the browser would block it
  if (!tab) return false
  try {
    const { token, expires_in, partner_id, username } = await begin()
    const stored = {
      [VIEW_MARK]: '1',
      'app.token': token,
      'app.expiration': String(Date.now() + expires_in),
      'app.partner_id': String(partner_id),
      'app.user_id': userId,
      'app.username': username,
    }
    for (const [key, value] of Object.entries(stored)) tab.sessionStorage.setItem(key, value)
    tab.location.replace('/app')
    return true
  } catch (error) {
    tab.close()
    throw error
  }
}

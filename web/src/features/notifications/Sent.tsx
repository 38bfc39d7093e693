import type { NotificationSent } from '@kontor/contract/notifications'
import { useTranslations } from 'use-intl'
import { StatusChip } from '../../components/ui/StatusChip.tsx'

interface SentProps {
  sent: NotificationSent
  /** Numbers only, for tables. */
  short?: true
}

/** The number of devices that a notification reached, and why others were not. */
export function Sent({ sent, short }: SentProps) {
  const t = useTranslations()
  const { devices, accepted, pending, logged } = sent
  const missed = sent.failed + sent.removed
  if (devices === 0) return <StatusChip on={false} label={t('notifications.no_device')} />
  const reached = t('notifications.reached', { accepted, devices })
  const [tone, more] =
    pending > 0
      ? (['change', t('notifications.pending', { pending })] as const)
      : missed > 0
        ? ([accepted > 0 ? 'warn' : 'bad', t('notifications.missed', { missed })] as const)
        : logged > 0
          ? (['warn', t('notifications.logged', { logged })] as const)
          : (['ok', ''] as const)
  return <StatusChip on tone={tone} label={more && !short ? `${reached} · ${more}` : reached} />
}

import type { NotificationDelivery } from '@kontor/contract/notifications'
import { IconBrandAndroid, IconBrandApple, IconWorldWww } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { StatusChip } from '../../components/ui/StatusChip.tsx'

const tones = {
  accepted: 'ok',
  pending: 'change',
  logged: 'warn',
  failed: 'bad',
  removed: 'bad',
  no_device: 'ok',
} as const

/** The result on a device, with the reason of a failure. */
export function DeliveryStatus({ status, error }: Pick<NotificationDelivery, 'status' | 'error'>) {
  const t = useTranslations()
  const label = t(`notifications.status.${status}`)
  return (
    <StatusChip
      on={status !== 'no_device'}
      tone={tones[status]}
      label={error ? `${label}: ${t(`notifications.error.${error}`)}` : label}
    />
  )
}

const icons = { android: IconBrandAndroid, ios: IconBrandApple, web: IconWorldWww }

/** The kind of device. */
export function Platform({ platform }: { platform: NonNullable<NotificationDelivery['platform']> }) {
  const t = useTranslations()
  const Icon = icons[platform]
  return (
    <span style={{ display: 'inline-flex', alignItems: 'center', gap: 6, verticalAlign: 'middle' }}>
      <Icon size={16} stroke={1.6} aria-hidden />
      {t(`notifications.platform.${platform}`)}
    </span>
  )
}

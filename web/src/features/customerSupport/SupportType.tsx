import type { SupportMessage } from '@kontor/contract/customerSupport'
import { useTranslations } from 'use-intl'
import { StatusChip } from '../../components/ui/StatusChip.tsx'

const tones = { 1: 'change', 2: 'ok', 3: 'bad' } as const

/** A question, a suggestion or a complaint. */
export function SupportType({ type }: Pick<SupportMessage, 'type'>) {
  const t = useTranslations()
  return <StatusChip on tone={tones[type]} label={t(`support.type_${type}`)} />
}

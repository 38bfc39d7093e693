import { type SupportMessage, supportTypes } from '@kontor/contract/customerSupport'
import { useTranslations } from 'use-intl'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

interface SupportTypeProps extends Pick<SupportMessage, 'type'> {
  /** Who of the office wrote first. */
  begun_by?: object | null
}

const tones = { 1: 'change', 2: 'ok', 3: 'bad' } as const

/** A question, a suggestion or a complaint; or that the office wrote first. */
export function SupportType({ type, begun_by }: SupportTypeProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  if (begun_by) return <StatusChip on tone="ok" label={t('support.of_office')} />
  return <StatusChip on tone={tones[type]} label={supportTypes[type][locale]} />
}

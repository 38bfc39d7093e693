import type { SupportMessage } from '@kontor/contract/customerSupport'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { useTexts } from '../../lib/i18n/useTexts.ts'
import { texts } from './texts.ts'

const tones = { 1: 'change', 2: 'ok', 3: 'bad' } as const

/** A question, a suggestion or a complaint. */
export function SupportType({ type }: Pick<SupportMessage, 'type'>) {
  const t = useTexts(texts)
  return <StatusChip on tone={tones[type]} label={t(`support.type_${type}`)} />
}

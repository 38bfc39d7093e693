import { type HistoryEntry, historyActions } from '@kontor/contract/history'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

const tones = {
  create: 'ok',
  update: 'change',
  delete: 'bad',
  import: 'ok',
  undo: 'warn',
  bulk: 'change',
  bulk_undo: 'warn',
  view: 'change',
} as const

/** The action of an entry as a chip. */
export function Action({ action }: Pick<HistoryEntry, 'action'>) {
  const { locale } = useLanguage()
  return <StatusChip on tone={tones[action]} label={historyActions[action][locale]} />
}

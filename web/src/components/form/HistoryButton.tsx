import { IconHistory } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { RecordHistoryContext } from './recordHistory.ts'

interface HistoryButtonProps {
  feature: string
  row: object | null
  recordName?: string | undefined
}

/** The history button in the header of a record's dialog. Every versioned record has a history. */
export function HistoryButton({ feature, row, recordName }: HistoryButtonProps) {
  const t = useTranslations()
  const [isOpen, setOpen] = useState(false)
  const history = use(RecordHistoryContext)
  const can = usePermission()
  if (!history || !can(history.permission) || !isSavedRow(row)) return null
  return (
    <>
      <IconButton icon={IconHistory} label={t('form.history')} onClick={() => setOpen(true)} />
      {isOpen && (
        <history.Dialog
          feature={feature}
          id={row.id}
          recordName={recordName ?? row.name}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

const isSavedRow = (row: object | null): row is { id: number; name?: string } =>
  row !== null && 'id' in row && 'version' in row

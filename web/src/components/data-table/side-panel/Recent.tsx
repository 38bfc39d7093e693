import { use, useState } from 'react'
import { type Subject, subjectName } from '../../../lib/i18n/words.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { RecordHistoryContext } from '../../form/recordHistory.ts'

interface RecentProps {
  feature: Subject
  row: object & { id: number }
  name: string
}

/** What was changed last, and the way to the rest. Whatever has a version has a history. */
export function Recent({ feature, row, name }: RecentProps) {
  const history = use(RecordHistoryContext)
  const can = usePermission()
  const [isOpen, setOpen] = useState(false)
  if (!history || !can(history.permission) || !('version' in row)) return null
  const of = { feature: subjectName(feature), id: row.id, about: name }
  return (
    <>
      <history.Recent key={row.id} {...of} version={Number(row.version)} onOpen={() => setOpen(true)} />
      {isOpen && <history.Dialog {...of} onClose={() => setOpen(false)} />}
    </>
  )
}

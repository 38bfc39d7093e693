import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type BulkRoutes, useBulkUndo } from './useBulkUndo.ts'

interface UndoButtonProps {
  routes: Pick<BulkRoutes, 'undoBulk'>
  /** Id of the bulk edit. */
  id: number
  onDone: () => void
}

/** Undoes a bulk edit, regardless of its age. */
export function UndoButton({ routes, id, onDone }: UndoButtonProps) {
  const t = useTranslations()
  const undo = useBulkUndo(routes)
  const [isBusy, setBusy] = useState(false)
  return (
    <Button
      variant="default"
      loading={isBusy}
      leftSection={<IconArrowBackUp size={16} />}
      onClick={async () => {
        setBusy(true)
        if (await undo(id)) onDone()
        else setBusy(false)
      }}
    >
      {t('common.undo')}
    </Button>
  )
}

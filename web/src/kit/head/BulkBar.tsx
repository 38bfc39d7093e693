import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFileExport, IconTrash, IconX } from '@tabler/icons-react'
import { listTexts } from '../list/texts.ts'
import { IconButton } from '../look/IconButton.tsx'
import { useTexts } from '../texts/useTexts.ts'
import classes from './BulkBar.module.css'

interface BulkBarProps {
  count: number
  onToggle?: ((target: boolean) => Promise<void>) | undefined
  onExport?: (() => void) | undefined
  onClear: () => void
}

/** Floats over the foot while rows are picked: what can be done to them together. */
export function BulkBar({ count, onToggle, onExport, onClear }: BulkBarProps) {
  const t = useTexts(listTexts)
  const quiet = { variant: 'subtle', color: 'gray', size: 'sm', px: 10 } as const
  return (
    <div className={classes.bar} role="toolbar" aria-label={t('table.picked', { count })}>
      <span className={classes.count} role="status">
        {t('table.picked', { count })}
      </span>
      {onToggle && (
        <>
          <Button
            {...quiet}
            leftSection={<IconTrash size={16} stroke={1.6} />}
            onClick={() => void onToggle(false)}
          >
            {t('table.deactivate')}
          </Button>
          <Button
            {...quiet}
            leftSection={<IconArrowBackUp size={16} stroke={1.6} />}
            onClick={() => void onToggle(true)}
          >
            {t('table.restore')}
          </Button>
        </>
      )}
      {onExport && (
        <Button {...quiet} leftSection={<IconFileExport size={16} stroke={1.6} />} onClick={onExport}>
          {t('table.export')}
        </Button>
      )}
      <span className={classes.line} />
      <IconButton icon={IconX} label={t('table.unpick')} onClick={onClear} />
    </div>
  )
}

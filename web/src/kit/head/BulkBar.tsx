import type { Needs } from '@kontor/contract/kit/api/rights'
import { Button } from '@mantine/core'
import { IconArrowBackUp, IconFileExport, type IconProps, IconTrash, IconX } from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { listTexts } from '../list/texts.ts'
import { IconButton } from '../look/IconButton.tsx'
import { useTexts } from '../texts/useTexts.ts'
import classes from './BulkBar.module.css'

/** What can be done to several rows at once. */
export interface BulkAction<Row> {
  key: string
  icon: ComponentType<IconProps>
  label: string
  /** Answers whether it was carried out, after which nothing is picked any more. */
  run: (rows: readonly Row[]) => Promise<boolean>
  needs?: Needs | undefined
}

interface BulkBarProps {
  count: number
  /** What is picked, when there is more to say than how many. */
  says?: string | undefined
  actions?: readonly Pick<BulkAction<never>, 'key' | 'icon' | 'label'>[] | undefined
  onAction: (key: string) => void
  onToggle?: ((target: boolean) => Promise<void>) | undefined
  onExport?: (() => void) | undefined
  onClear: () => void
}

/** Floats over the foot while rows are picked: what can be done to them together. */
export function BulkBar({ count, says, actions, onAction, onToggle, onExport, onClear }: BulkBarProps) {
  const t = useTexts(listTexts)
  const quiet = { variant: 'subtle', color: 'gray', size: 'sm', px: 10 } as const
  return (
    <div className={classes.bar} data-over-foot role="toolbar" aria-label={t('table.picked', { count })}>
      <span className={classes.count} role="status">
        {says ?? t('table.picked', { count })}
      </span>
      {actions?.map(({ key, icon: Sign, label }) => (
        <Button
          key={key}
          {...quiet}
          leftSection={<Sign size={16} stroke={1.6} />}
          onClick={() => onAction(key)}
        >
          {label}
        </Button>
      ))}
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

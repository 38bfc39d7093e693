import type { Needs } from '@kontor/contract/kit/api/rights'
import { Button } from '@mantine/core'
import {
  IconArrowBackUp,
  IconFileExport,
  IconPencil,
  type IconProps,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { type ComponentProps, type ComponentType, Suspense, useState } from 'react'
import type { BulkEdit as Edit } from '../bulk/BulkEdit.tsx'
import { listTexts } from '../list/texts.ts'
import { IconButton } from '../look/IconButton.tsx'
import { lazyPart } from '../router/lazyPart.ts'
import { useTexts } from '../texts/useTexts.ts'
import classes from './BulkBar.module.css'

const BulkEdit = lazyPart(() => import('../bulk/BulkEdit.tsx'), 'BulkEdit')

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
  /** Changes values of the rows that are picked, or of all that the filters find. */
  edit?: Omit<ComponentProps<typeof Edit>, 'onClose' | 'onDone'> | undefined
  /** What is picked, when there is more to say than how many. */
  says?: string | undefined
  actions?: readonly Pick<BulkAction<never>, 'key' | 'icon' | 'label'>[] | undefined
  onAction: (key: string) => void
  onToggle?: ((target: boolean) => Promise<void>) | undefined
  onExport?: (() => void) | undefined
  onClear: () => void
}

const quiet = { variant: 'subtle', color: 'gray', size: 'sm', px: 10 } as const

/** Floats over the foot while rows are picked: what can be done to them together. */
export function BulkBar({ count, says, edit, actions, onAction, onToggle, onExport, onClear }: BulkBarProps) {
  const t = useTexts(listTexts)
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
      {edit && <EditMany edit={edit} onDone={onClear} />}
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

/** Opens the bulk edit, which comes when it is first wanted. */
function EditMany({ edit, onDone }: { edit: NonNullable<BulkBarProps['edit']>; onDone: () => void }) {
  const t = useTexts(listTexts)
  const [isEditing, setEditing] = useState(false)
  return (
    <>
      <Button {...quiet} leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setEditing(true)}>
        {t('table.edit_many')}
      </Button>
      {isEditing && (
        <Suspense>
          <BulkEdit {...edit} onClose={() => setEditing(false)} onDone={onDone} />
        </Suspense>
      )}
    </>
  )
}

import { Button } from '@mantine/core'
import { IconArrowsDiagonal, IconChevronDown, IconChevronUp, IconPencil, IconX } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, use, useState } from 'react'
import { useTranslations } from 'use-intl'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { RecordHistoryContext } from '../../form/recordHistory.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { useEscape } from '../../ui/dialog/useEscape.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { InlineContext, useInlineEditing } from '../inline-edit/InlineEditing.ts'
import type { ListRow } from '../listRow.ts'
import type { RowAction } from '../rowAction.ts'
import { PlainPreview, type PlainPreviewProps } from './PlainPreview.tsx'
import classes from './preview.module.css'
/** Component that shows a row in the side panel, instead of plain columns. */
export type Preview<Row> = ComponentType<{ row: Row }>

export interface PreviewPanelProps<Row> extends PlainPreviewProps<Row> {
  preview?: Preview<Row> | undefined
  actions: readonly RowAction<Row>[]
  runAction: (action: RowAction<Row>, row: Row) => void
  /** Position among all rows, and the buttons for the previous and next row. */
  position: number | undefined
  total: number
  previous: (() => void) | undefined
  next: (() => void) | undefined
  isPhone: boolean
  onClose: () => void
}

/** The open row: its content and its actions. */
export function PreviewPanel<Row extends ListRow>(props: PreviewPanelProps<Row>) {
  return props.isPhone ? <Page {...props} /> : <Panel {...props} />
}

function Panel<Row extends ListRow>(props: PreviewPanelProps<Row>) {
  const { row, nameOf, onClose } = props
  const t = useTranslations()
  const close = () => {
    document.querySelector<HTMLElement>(`tr[data-id="${row.id}"]`)?.focus()
    onClose()
  }
  useEscape(close)
  const { open, edit, others } = actionsOf(props)
  return (
    <aside className={classes.panel} data-side-panel aria-label={t('preview.panel', { name: nameOf(row) })}>
      <header className={classes.head}>
        <PositionControls {...props} />
        {open && (
          <IconButton
            icon={IconArrowsDiagonal}
            label={t('preview.open')}
            keys="o"
            onClick={() => open.run(row)}
          />
        )}
        <IconButton icon={IconX} label={t('preview.close')} onClick={close} />
      </header>
      <Body key={row.id} {...props} />
      {(edit || others.length > 0) && (
        <footer className={classes.foot}>
          <Others actions={others} onRun={(action) => props.runAction(action, row)} />
          {edit && (
            <>
              <kbd aria-hidden>E</kbd>
              <Button
                variant="default"
                leftSection={<IconPencil size={16} />}
                aria-keyshortcuts="e"
                onClick={() => edit.run(row)}
              >
                {t('table.edit')}
              </Button>
            </>
          )}
        </footer>
      )}
    </aside>
  )
}

interface OthersProps<Row> {
  actions: readonly RowAction<Row>[]
  onRun: (action: RowAction<Row>) => void
}

/** One action has room for its name, several are icons. */
function Others<Row>({ actions, onRun }: OthersProps<Row>) {
  const [only] = actions
  if (only && actions.length === 1)
    return (
      <Button variant="default" leftSection={<only.icon size={16} />} onClick={() => onRun(only)}>
        {only.label}
      </Button>
    )
  return actions.map((action) => (
    <IconButton key={action.key} icon={action.icon} label={action.label} onClick={() => onRun(action)} />
  ))
}

/** On a phone it is a page, and the actions are labelled buttons. */
function Page<Row extends ListRow>(props: PreviewPanelProps<Row>) {
  const { row, nameOf, actions, runAction, onClose } = props
  return (
    <Dialog title={nameOf(row)} full tools={<PositionControls {...props} />} onClose={onClose}>
      <Body key={row.id} {...props} />
      <ul className={classes.actions}>
        {actions
          .filter((action) => action.when?.(row) ?? true)
          .map(({ icon: Icon, ...action }) => (
            <li key={action.key}>
              <button
                type="button"
                data-main={action.runAndAdvance && ''}
                onClick={() => runAction({ icon: Icon, ...action }, row)}
              >
                <Icon size={18} aria-hidden />
                {action.label}
              </button>
            </li>
          ))}
      </ul>
    </Dialog>
  )
}

/** The row's position in the list, with previous and next. */
function PositionControls<Row>({ position, total, previous, next }: PreviewPanelProps<Row>) {
  const t = useTranslations()
  return (
    <div className={classes.walk}>
      <span role="status">{position !== undefined && t('preview.place', { place: position, total })}</span>
      <IconButton
        icon={IconChevronUp}
        label={t('preview.previous')}
        disabled={!previous}
        onClick={previous}
      />
      <IconButton icon={IconChevronDown} label={t('preview.next')} disabled={!next} onClick={next} />
    </div>
  )
}

/**
 * The feature's own preview or the plain one, with inline editing, and the last changes. Keyed by the row: what is being
 * edited or saved belongs to that row alone.
 */
function Body<Row extends ListRow>(props: PreviewPanelProps<Row>): ReactNode {
  const { row, preview: Own, list, nameOf } = props
  // A value is not edited here and in the table at the same time.
  const isEdited = use(InlineContext) !== null
  const editing = useInlineEditing()
  return (
    <div className={classes.body}>
      <InlineContext value={isEdited ? editing : null}>
        {Own ? <Own row={row} /> : <PlainPreview {...props} />}
      </InlineContext>
      <Recent feature={list.name} row={row} name={nameOf(row)} />
    </div>
  )
}

/** The actions in order: open the record, edit, the others. */
function actionsOf<Row>({ actions, row }: Pick<PreviewPanelProps<Row>, 'actions' | 'row'>) {
  const available = actions.filter((action) => action.when?.(row) ?? true)
  return {
    open: available.find(({ key }) => key === 'details'),
    edit: available.find(({ key }) => key === 'edit'),
    others: available.filter(({ key }) => key !== 'details' && key !== 'edit'),
  }
}

interface RecentProps {
  feature: string
  row: object & { id: number }
  name: string
}

/** The last changes, with a link to the history. Every versioned record has one. */
function Recent({ feature, row, name }: RecentProps) {
  const history = use(RecordHistoryContext)
  const can = usePermission()
  const [isOpen, setOpen] = useState(false)
  if (!history || !can(history.permission) || !('version' in row)) return null
  const of = { feature, id: row.id, recordName: name }
  return (
    <>
      <history.Recent {...of} version={Number(row.version)} onOpen={() => setOpen(true)} />
      {isOpen && <history.Dialog {...of} onClose={() => setOpen(false)} />}
    </>
  )
}

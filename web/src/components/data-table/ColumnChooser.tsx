import type { ColumnChoice } from '@kontor/contract/lib/lists/default-views'
import { TextInput } from '@mantine/core'
import { IconColumns3, IconGripVertical, IconLock, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { containsAll } from '../command-palette/foldedMatch.ts'
import button from '../ui/IconButton.module.css'
import { IconButton } from '../ui/IconButton.tsx'
import popupClasses from '../ui/Menu.module.css'
import { usePopup } from '../ui/usePopup.ts'
import classes from './ColumnChooser.module.css'
import checkClasses from './check.module.css'

interface ColumnChooserProps {
  columns: readonly { key: string; label: string; locked?: true }[]
  choice: ColumnChoice
  /** Null resets to the feature's default. */
  onChoose: (choice: ColumnChoice | null) => void
}

/** Hides and reorders columns, by dragging the grip or with the arrow keys on it. */
export function ColumnChooser({ columns, choice, onChoose }: ColumnChooserProps) {
  const t = useTranslations()
  const popup = usePopup(272)
  const shown = columns.length - choice.hidden.length
  return (
    <>
      <IconButton
        {...popup.button}
        icon={IconColumns3}
        label={t('table.columns')}
        pressed={popup.isOpen}
        aria-haspopup="dialog"
      />
      <div
        {...popup.panel}
        role="dialog"
        className={`${popupClasses.panel} ${classes.panel}`}
        aria-label={t('table.columns')}
      >
        {popup.isOpen && (
          <>
            <div className={classes.head}>
              <h2>{t('table.columns')}</h2>
              <span>{t('table.columns_of', { count: shown, all: columns.length })}</span>
            </div>
            <ColumnList columns={columns} choice={choice} onChoose={onChoose} shown={shown} />
            <button type="button" className={classes.reset} onClick={() => onChoose(null)}>
              {t('table.columns_reset')}
            </button>
          </>
        )}
      </div>
    </>
  )
}

function ColumnList({ columns, choice, onChoose, shown }: ColumnChooserProps & { shown: number }) {
  // A change that comes before the former one is drawn is added to it.
  const latest = useRef(choice)
  useLayoutEffect(() => {
    latest.current = choice
  }, [choice])
  const change = (part: Partial<ColumnChoice>) => {
    latest.current = { ...latest.current, ...part }
    onChoose(latest.current)
  }
  const t = useTranslations()
  const [find, setFind] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const ordered = choice.order.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  const found = ordered.filter((column) => containsAll(column.label, find))
  const moveTo = (key: string, target: string | undefined) => {
    if (!target || columns.find((column) => column.key === target)?.locked) return
    change({ order: moved(latest.current.order, key, target) })
  }
  const toggle = (key: string) => {
    const { hidden } = latest.current
    change({ hidden: hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key] })
  }
  return (
    <>
      {columns.length > 8 && (
        <TextInput
          size="sm"
          mx={12}
          mb={8}
          leftSection={<IconSearch size={16} />}
          aria-label={t('table.columns_search')}
          placeholder={t('table.columns_search')}
          value={find}
          onChange={(event) => setFind(event.target.value)}
        />
      )}
      <ul className={classes.list}>
        {found.map((column) => (
          <ColumnLine
            key={column.key}
            column={column}
            isShown={!choice.hidden.includes(column.key)}
            isOnly={shown === 1}
            isDragged={dragged === column.key}
            onDrag={setDragged}
            onDrop={dragged === null ? undefined : () => moveTo(dragged, column.key)}
            onMove={(event) => moveTo(column.key, neighbour(event, choice.order, column.key))}
            onToggle={() => toggle(column.key)}
          />
        ))}
      </ul>
    </>
  )
}

interface ColumnLineProps {
  column: ColumnChooserProps['columns'][number]
  isShown: boolean
  /** The last visible column cannot be hidden. */
  isOnly: boolean
  isDragged: boolean
  onDrag: (key: string | null) => void
  /** Moves the dragged column here; absent while none is dragged. */
  onDrop: (() => void) | undefined
  onMove: (event: KeyboardEvent) => void
  onToggle: () => void
}

function ColumnLine({
  column,
  isShown,
  isOnly,
  isDragged,
  onDrag,
  onDrop,
  onMove,
  onToggle,
}: ColumnLineProps) {
  const t = useTranslations()
  return (
    <li
      data-dragged={isDragged || undefined}
      onDragOver={(event) => onDrop && event.preventDefault()}
      onDrop={onDrop}
    >
      {column.locked ? (
        <span className={`${button.tiny} ${classes.grip}`} />
      ) : (
        <button
          type="button"
          draggable
          className={`${button.tiny} ${classes.grip}`}
          aria-label={t('table.move', { column: column.label })}
          title={t('table.move', { column: column.label })}
          onDragStart={() => onDrag(column.key)}
          onDragEnd={() => onDrag(null)}
          onKeyDown={onMove}
        >
          <IconGripVertical size={16} aria-hidden />
        </button>
      )}
      <label>
        <input
          type="checkbox"
          className={checkClasses.check}
          checked={isShown}
          disabled={column.locked || (isOnly && isShown)}
          onChange={onToggle}
        />
        {column.label}
      </label>
      {column.locked && <IconLock size={14} aria-hidden />}
    </li>
  )
}

/** The key of the column that an arrow key swaps with. */
function neighbour(event: KeyboardEvent, order: readonly string[], key: string): string | undefined {
  const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  if (step === 0) return undefined
  event.preventDefault()
  return order[order.indexOf(key) + step]
}

/** The order with `key` moved to the position of `target`. */
export function moved(order: readonly string[], key: string, target: string): string[] {
  const rest = order.filter((one) => one !== key)
  rest.splice(order.indexOf(target), 0, key)
  return rest
}

import type { Route } from '@kontor/contract/lib/http/route'
import { IconCheck } from '@tabler/icons-react'
import { useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { MarkedMatch } from '../../command-palette/MarkedMatch.tsx'
import type { ReadyColumn } from '../../data-table/columns.tsx'
import { cellValue, type ListRow } from '../../data-table/listRow.ts'
import { ListboxOption } from '../../ui/ListboxOption.tsx'
import menu from '../../ui/Menu.module.css'
import type { PickedRecord } from './chosen.ts'
import type { Typing } from './pickers.ts'
import classes from './Suggestions.module.css'
import type { PickerProps } from './usePickerList.ts'
import { useSuggestions } from './useSuggestions.ts'

/** The suggested records below a field. The focus stays in the input. */
export function Suggestions<R extends Route>(props: PickerProps<R> & { typing: Typing }) {
  const { typing, first = NONE, single } = props
  const t = useTranslations()
  const panelRef = usePanelPosition(typing.anchor)
  const { options, recentCount, columns, current, point, run, isBusy, isFailed, searched } =
    useSuggestions(props)
  const main = columns.find(({ main }) => main) ?? columns[0]
  const shown = { columns, main, typed: searched }
  return (
    <div
      ref={panelRef}
      popover="manual"
      className={menu.panel}
      style={typing.isShown ? undefined : { visibility: 'hidden' }}
    >
      <div
        id={typing.id}
        role="listbox"
        aria-label={t('picker.found')}
        aria-busy={isBusy}
        aria-multiselectable={!single}
      >
        {options.map((row, index) => {
          const isChosen = row !== null && first.some(({ id }) => id === row.id)
          return (
            <ListboxOption
              key={row?.id ?? 'browse'}
              id={`${typing.id}-${index}`}
              isCurrent={index === current}
              aria-selected={isChosen}
              data-current={index === current || undefined}
              data-parted={index === recentCount - 1 || undefined}
              className={classes.option}
              onPointerMove={() => point(index)}
              onClick={() => run(index)}
            >
              {row ? (
                <Line row={row} isChosen={isChosen} {...shown} />
              ) : (
                <span className={classes.browse}>{t('picker.browse')}</span>
              )}
            </ListboxOption>
          )
        })}
      </div>
      <p
        className={classes.status}
        role="status"
        data-hidden={(options.length > 1 && !isFailed) || undefined}
      >
        {isFailed
          ? t('picker.failed')
          : isBusy
            ? t('common.loading')
            : t('picker.count', { count: options.length - 1 })}
      </p>
    </div>
  )
}

const NONE: readonly PickedRecord[] = []

interface LineProps<Row> {
  row: Row
  isChosen: boolean
  columns: readonly ReadyColumn<Row>[]
  main: ReadyColumn<Row> | undefined
  typed: string
}

/** An option: the name with the match underlined, one more column, the code at the right. */
function Line<Row extends ListRow>({ row, isChosen, columns, main, typed }: LineProps<Row>) {
  const code = columns.find((column) => column.code || column.key === 'id')
  const note = columns.find((column) => column !== main && column !== code)
  return (
    <>
      <span className={classes.name}>
        <MarkedMatch text={String((main && cellValue(row, main.key)) ?? row.id)} typed={typed} />
      </span>
      <span className={classes.note}>{note?.content(row)}</span>
      {code && <span className={classes.code}>{code.content(row)}</span>}
      {isChosen && <IconCheck size={16} stroke={1.8} aria-hidden />}
    </>
  )
}

const GAP = 4
const EDGE = 8
const ROOM = 200

/**
 * Opens the panel in the top layer next to the field: below it, or above when there is more room. It
 * follows the field.
 */
function usePanelPosition(anchor: Typing['anchor']) {
  const panel = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    panel.current?.showPopover()
    const stop = new AbortController()
    const options = { capture: true, signal: stop.signal }
    const updatePosition = () => positionPanel(panel.current, anchor.current)
    updatePosition()
    addEventListener('scroll', updatePosition, options)
    addEventListener('resize', updatePosition, options)
    visualViewport?.addEventListener('resize', updatePosition, options)
    const grown = new ResizeObserver(updatePosition)
    if (anchor.current) grown.observe(anchor.current)
    return () => {
      stop.abort()
      grown.disconnect()
    }
  }, [anchor])
  return panel
}

function positionPanel(panel: HTMLElement | null, anchor: Element | null) {
  const input = anchor?.querySelector('input')
  const field = input?.closest('.mantine-PillsInput-input') ?? input
  if (!panel || !field) return
  const { top, bottom, left, width } = field.getBoundingClientRect()
  const height = visualViewport?.height ?? innerHeight // without the on-screen keyboard
  const across = document.documentElement.clientWidth
  const below = height - bottom
  const isAbove = below < ROOM && top > below
  const wide = Math.min(Math.max(width, 320), across - 2 * EDGE)
  panel.style.width = `${wide}px`
  panel.style.left = `${Math.max(EDGE, Math.min(left, across - wide - EDGE))}px`
  panel.style.top = isAbove ? 'auto' : `${bottom + GAP}px`
  panel.style.bottom = isAbove ? `${innerHeight - top + GAP}px` : 'auto'
  panel.style.maxHeight = `${Math.max(120, (isAbove ? top : below) - GAP - EDGE)}px`
}

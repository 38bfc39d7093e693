import { Button } from '@mantine/core'
import {
  IconArrowDown,
  IconArrowsSort,
  IconArrowUp,
  IconChecks,
  IconChevronRight,
  IconDots,
  IconFileImport,
  IconFilter,
  IconPhoto,
  IconRefresh,
} from '@tabler/icons-react'
import { Fragment, type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { RowCount } from '../../ui/page-header/PageHeader.tsx'
import { StaleBar } from '../../ui/StaleBar.tsx'
import check from '../check.module.css'
import type { FlagWords, ReadyColumn } from '../columns.tsx'
import type { ListTool, PageLink } from '../list-page/listPageProps.ts'
import type { ListState } from '../list-page/listState.ts'
import type { ChangeList } from '../list-page/useListState.ts'
import type { Rows } from '../list-page/useRows.ts'
import type { ListRow } from '../listRow.ts'
import { AddRecordButton } from '../toolbar/AddRecordButton.tsx'
import { ExportItems, type ExportLack, type FeatureFile } from '../toolbar/ExportMenu.tsx'
import { type ActiveFilter, Count, FilterChips } from '../toolbar/ListToolbar.tsx'
import type { FilterForm } from '../toolbar/useFilterForm.ts'
import { PhoneFilters } from './PhoneFilters.tsx'
import classes from './PhoneList.module.css'

interface PhoneListProps<Row> {
  /** Absent when the list is part of a page that has a title. */
  title: string | undefined
  /** Shown between the title and the list. */
  above?: ReactNode
  data: Rows<Row>
  columns: readonly ReadyColumn<Row>[]
  state: ListState
  onChange: ChangeList
  form: FilterForm
  flag: FlagWords
  active: readonly ActiveFilter[]
  /** Those of them that the current view does not have. */
  chips: readonly ActiveFilter[]
  /** Opens a row over the list. */
  onOpen: (id: number) => void
  picture?: ((row: Row) => string | null) | undefined
  foot: ReactNode
  add?: { label: string; run: () => void } | undefined
  /** Whether it is part of a record's screen, which has the primary button. */
  isPart: boolean
  picking: { picked: ReadonlySet<number>; onPick: (ids: number[], on: boolean) => void } | undefined
  onUnpick: () => void
  menu: Omit<PhoneMenuProps, 'onPick'>
  children: ReactNode
}

interface PhoneMenuProps {
  onRefresh: () => void
  onExport: ((format: 'xlsx' | 'pdf') => void) | undefined
  exportLacks: ExportLack | undefined
  onPick: (() => void) | undefined
  onImport?: (() => void) | undefined
  files?: readonly FeatureFile[] | undefined
  link?: PageLink | undefined
  tool?: ListTool | undefined
}

/** The toolbar of the wide list as a menu, for phones. */
function PhoneMenu({
  onRefresh,
  onExport,
  exportLacks,
  onPick,
  onImport,
  files,
  link,
  tool,
}: PhoneMenuProps) {
  const t = useTranslations()
  return (
    <Menu target={<IconButton className={classes.more ?? ''} icon={IconDots} label={t('table.more')} />}>
      {onPick && (
        <MenuItem icon={IconChecks} onClick={onPick}>
          {t('table.pick_rows')}
        </MenuItem>
      )}
      <MenuItem icon={IconRefresh} onClick={onRefresh}>
        {t('table.refresh')}
      </MenuItem>
      {link && (
        <MenuItem to={link.to} icon={link.icon}>
          {link.label}
        </MenuItem>
      )}
      {tool && (
        <MenuItem icon={tool.icon} onClick={tool.run}>
          {tool.label}
        </MenuItem>
      )}
      {(onImport || onExport || (files?.length ?? 0) > 0) && <MenuLine />}
      {onImport && (
        <MenuItem icon={IconFileImport} onClick={onImport}>
          {t('table.import')}
        </MenuItem>
      )}
      <ExportItems onExport={onExport} exportLacks={exportLacks} files={files} />
    </Menu>
  )
}

/**
 * The phone layout of a list: filters and sorting as buttons, two-line rows, the main action at the
 * bottom.
 */
export function PhoneList<Row extends ListRow>(props: PhoneListProps<Row>) {
  const { title, data, columns, foot, add, isPart, children } = props
  const { picking } = props
  const [filtering, setFiltering] = useState(false)
  const [wantsPicking, setPicking] = useState(false)
  const picks = wantsPicking ? picking : undefined
  const stopPicking = () => {
    setPicking(false)
    props.onUnpick()
  }
  return (
    <>
      {title !== undefined && (
        <div className={classes.top}>
          <h1>{title}</h1>
          <PhoneCount {...props} />
        </div>
      )}
      {props.above}
      <Head
        {...props}
        onFilter={() => setFiltering(true)}
        onPick={picking && (() => setPicking(true))}
        onStop={picks && stopPicking}
      />
      {data.refetchFailure && <StaleBar {...data.refetchFailure} onRetry={data.refetch} />}
      <div
        className={classes.list}
        data-stale={data.isPlaceholderData || data.refetchFailure !== null || undefined}
      >
        <ul>
          {data.rows.map((row) => (
            <PhoneRow
              key={row.id}
              row={row}
              columns={columns}
              picture={props.picture}
              picked={picks?.picked.has(row.id)}
              onOpen={() =>
                picks ? picks.onPick([row.id], !picks.picked.has(row.id)) : props.onOpen(row.id)
              }
            />
          ))}
        </ul>
        {children}
      </div>
      <Footer foot={foot} add={add} isPart={isPart} />
      {filtering && <PhoneFilters {...props} onClose={() => setFiltering(false)} />}
    </>
  )
}

/** The number of rows that match, beside the title if there is one. */
function PhoneCount<Row>({ data, active, state }: Pick<PhoneListProps<Row>, 'data' | 'active' | 'state'>) {
  return (
    <RowCount>
      <Count data={data} isFiltered={active.length > 0 || state.search !== ''} />
    </RowCount>
  )
}

interface HeadProps<Row> extends PhoneListProps<Row> {
  onFilter: () => void
  onPick: (() => void) | undefined
  /** Given while rows are being selected. */
  onStop: (() => void) | undefined
}

function Head<Row extends ListRow>(props: HeadProps<Row>) {
  const { title, columns, state, onChange, form, active, chips, onFilter, onPick, onStop } = props
  const t = useTranslations()
  const filters = active.length + (state.search ? 1 : 0)
  return (
    <header className={classes.head}>
      <div className={classes.tools}>
        <Button
          variant="default"
          leftSection={<IconFilter size={18} />}
          rightSection={filters > 0 && <span className={classes.badge}>{filters}</span>}
          onClick={onFilter}
        >
          {t('table.filters')}
        </Button>
        <PhoneSort columns={columns} state={state} onChange={onChange} />
        <PhoneMenu {...props.menu} onPick={onPick} />
      </div>
      {(title === undefined || onStop || chips.length > 0) && (
        <div className={classes.line}>
          {title === undefined && <PhoneCount {...props} />}
          {onStop ? (
            <Button className={classes.stop ?? ''} variant="subtle" px={10} onClick={onStop}>
              {t('table.stop_picking')}
            </Button>
          ) : (
            <FilterChips active={chips} onClear={form.clear} />
          )}
        </div>
      )}
    </header>
  )
}

interface PhoneSortProps<Row> {
  columns: readonly ReadyColumn<Row>[]
  state: ListState
  onChange: ChangeList
}

/** The header sorting as a menu; choosing the current column again reverses the order. */
function PhoneSort<Row>({ columns, state, onChange }: PhoneSortProps<Row>) {
  const t = useTranslations()
  const sorted = columns.find((column) => column.key === state.by)
  const Arrow = state.desc ? IconArrowDown : IconArrowUp
  return (
    <Menu
      target={
        <Button variant="default" leftSection={<IconArrowsSort size={18} />}>
          {sorted?.label ?? t('table.sort')}
        </Button>
      }
    >
      {columns
        .filter((column) => column.definition.sort !== false)
        .map(({ key, label }) => (
          <MenuItem
            key={key}
            end={key === state.by && <Arrow size={16} />}
            onClick={() => onChange({ by: key, desc: key === state.by && !state.desc })}
          >
            {label}
          </MenuItem>
        ))}
    </Menu>
  )
}

function Footer<Row>({ foot, add, isPart }: Pick<PhoneListProps<Row>, 'foot' | 'add' | 'isPart'>) {
  return (
    <footer className={classes.foot}>
      {foot}
      {add && <AddRecordButton variant={isPart ? 'default' : 'filled'} add={add} />}
    </footer>
  )
}

interface PhoneRowProps<Row> {
  row: Row
  columns: readonly ReadyColumn<Row>[]
  picture: PhoneListProps<Row>['picture']
  /** Whether the row is selected; undefined outside of selection mode, in which a tap opens it. */
  picked: boolean | undefined
  onOpen: () => void
}

function PhoneRow<Row extends ListRow>({ row, columns, picture, picked, onOpen }: PhoneRowProps<Row>) {
  const at = (position: ReadyColumn<Row>['phone']) =>
    columns
      .filter((column) => (column.phone ?? (column.main && 'title')) === position)
      .map((column) => <Fragment key={column.key}>{column.content(row)}</Fragment>)
  const source = picture?.(row)
  return (
    <li>
      <button
        type="button"
        className={classes.row}
        data-off={row.is_active === false || undefined}
        aria-pressed={picked}
        onClick={onOpen}
      >
        {picked !== undefined && (
          <span className={check.check} data-checked={picked || undefined} aria-hidden />
        )}
        {picture &&
          (source ? (
            <img src={source} alt="" loading="lazy" />
          ) : (
            <span className={classes.blank}>
              <IconPhoto size={20} stroke={1.4} aria-hidden />
            </span>
          ))}
        <span className={classes.text}>
          <b>{at('title')}</b>
          <span>{at('line')}</span>
        </span>
        <span className={classes.end}>
          <b>{at('end')}</b>
          <span>{at('below')}</span>
        </span>
        {picked === undefined && <IconChevronRight size={18} aria-hidden />}
      </button>
    </li>
  )
}

import { booleanWords, type SheetColumn, type SheetColumns } from '@kontor/contract/lib/imports/columns'
import { type ImportChange, type ImportResult, isLargeChange } from '@kontor/contract/lib/imports/imports'
import { optionLabel } from '@kontor/contract/lib/lists/list'
import type { Locale } from '@kontor/contract/lib/text/locales'
import { Button } from '@mantine/core'
import { memo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { StatusChip } from '../ui/StatusChip.tsx'
import { Segments } from '../ui/tabs/Segments.tsx'
import classes from './preview.module.css'

/** The selected tab of a preview. */
export type ChangeGroup = 'all' | 'create' | 'update' | 'large' | 'problems'

interface ChangesProps {
  result: ImportResult
  layout: SheetColumns
  part: ChangeGroup
  onPart: (part: ChangeGroup) => void
  isDone: boolean
}

/** Rows rendered at a time: a preview may have thousands. */
const ROWS_PER_STEP = 200

/** The rows that an import adds or changes, with old values struck through. */
export function Changes({ result, layout, part: chosen, onPart, isDone }: ChangesProps) {
  const t = useTranslations()
  const [portions, setPortions] = useState(1)
  const { create, update } = result.counts
  const largeKeys = result.effects.filter(({ large }) => large > 0).map(({ key }) => key)
  const part = chosen === 'large' && largeKeys.length === 0 ? 'all' : chosen // the file has been read again
  const hasLarge = (row: ImportChange) => largeKeys.some((key) => isLarge(row, key))
  const rows = result.changes.filter(
    (row) => part === 'all' || row.change === part || (part === 'large' && hasLarge(row)),
  )
  const large = Math.max(rows.length, ...result.effects.map((effect) => effect.large)) // the response is cut
  const counts = { all: create + update, create, update, large, problems: 0 }
  const count = counts[part]
  const keys = rows.some(({ values }) => 'name' in values) ? withName(result.columns) : result.columns
  return (
    <>
      <div className={classes.changesHead}>
        <h3>{t(isDone ? 'upload.what_changed' : 'upload.what_changes')}</h3>
        <span>{t('table.count', { count })}</span>
        <Segments
          label={t('upload.filter')}
          current={part}
          onChoose={onPart}
          segments={[
            { key: 'all', label: t('upload.all') },
            { key: 'create', label: t('upload.only_new') },
            { key: 'update', label: t('upload.only_changes') },
            ...(largeKeys.length > 0 ? [{ key: 'large', label: t('upload.only_large') } as const] : []),
          ]}
        />
      </div>
      <ChangesTable rows={rows.slice(0, portions * ROWS_PER_STEP)} keys={keys} layout={layout} />
      {rows.length > portions * ROWS_PER_STEP ? (
        <Button variant="default" m="md" onClick={() => setPortions(portions + 1)}>
          {t('upload.more')}
        </Button>
      ) : (
        rows.length < count && (
          <p className={classes.more}>{t('upload.first_rows', { count: rows.length })}</p>
        )
      )}
    </>
  )
}

interface ChangesTableProps {
  rows: readonly ImportChange[]
  keys: readonly string[]
  layout: SheetColumns
}

function ChangesTable({ rows, keys, layout }: ChangesTableProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const columns = keys.flatMap((key) => {
    const column = layout[key]
    return column ? [{ key, column, width: widthOf(key, column, rows, locale) }] : []
  })
  const minWidth = columns.reduce((sum, { width = NAME }) => sum + width, ROW + CHANGE)
  return (
    <table className={classes.changes} style={{ minWidth }}>
      <thead>
        <tr>
          <th scope="col" style={{ width: ROW }}>
            {t('upload.row_head')}
          </th>
          <th scope="col" style={{ width: CHANGE }}>
            {t('upload.change')}
          </th>
          {columns.map(({ key, column, width }) => (
            <th key={key} scope="col" data-align={alignOf(column)} style={{ width }}>
              {column.header[locale]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <ChangeRow key={row.row} row={row} columns={columns} locale={locale} />
        ))}
      </tbody>
    </table>
  )
}

/** A sheet without a name column shows the records' names after the codes. */
const withName = ([code = '', ...others]: string[]) =>
  others.includes('name') || code === 'name' ? [code, ...others] : [code, 'name', ...others]

/**
 * Pixels: columns before those of the sheet, and the minimum of the name column, which takes the
 * remaining width.
 */
const ROW = 72
const CHANGE = 104
const NAME = 240

/** Pixels. Amounts, old and new, are never truncated; a long text may be. */
function widthOf(key: string, column: SheetColumn, rows: readonly ImportChange[], locale: Locale) {
  if (key === 'name') return undefined
  const { kind, width = 0 } = column
  const defaultWidths = {
    decimal: 112,
    integer: 112,
    boolean: 96,
    day: 104,
    text: Math.min(168, Math.max(120, width * 7.5)),
  }
  if (kind === 'text') return defaultWidths.text
  const letters = rows.map((row) => {
    const [before, now] = textsOf(row, key, column, locale)
    return key in row.before ? before.length + now.length + 3 : now.length
  })
  return Math.max(defaultWidths[kind], 32 + 7.5 * letters.reduce((most, one) => Math.max(most, one), 0))
}

/** The old and the new text of a cell, formatted as in the lists. */
const textsOf = ({ before, values }: ImportChange, key: string, column: SheetColumn, locale: Locale) =>
  [written(column, before[key] ?? null, locale), written(column, values[key] ?? null, locale)] as const

const isNumber = ({ kind, required }: SheetColumn) => (kind === 'decimal' || kind === 'integer') && !required
const alignOf = ({ kind }: SheetColumn) => (kind === 'decimal' || kind === 'integer' ? 'right' : undefined)

/** Whether a number goes up or down by half or more. */
const isLarge = ({ before, values }: ImportChange, key: string) =>
  key in before && isLargeChange(before[key], values[key])

interface ChangeRowProps {
  row: ImportChange
  columns: readonly { key: string; column: SheetColumn }[]
  locale: Locale
}

const ChangeRow = memo(function ChangeRow({ row, columns, locale }: ChangeRowProps) {
  const t = useTranslations()
  const isNew = row.change === 'create'
  return (
    <tr>
      <td className={classes.muted}>{row.row}</td>
      <td>
        <StatusChip
          on
          tone={isNew ? 'ok' : 'change'}
          label={t(isNew ? 'upload.chip_new' : 'upload.chip_change')}
        />
      </td>
      {columns.map(({ key, column }) => {
        const isChanged = key in row.before
        const [before, now] = textsOf(row, key, column, locale)
        const shown = isChanged && !now ? t('upload.cleared') : now
        return (
          <td
            key={key}
            title={isChanged ? `${before} → ${shown}` : now}
            data-align={alignOf(column)}
            data-changed={isChanged || isNew || key === 'name' || undefined}
            data-large={(isChanged && isNumber(column) && isLarge(row, key)) || undefined}
          >
            {isChanged ? (
              <div className={classes.change}>
                <del>{before || t('upload.blank')}</del>
                <span aria-hidden> → </span>
                <span data-cleared={!now || undefined}>{shown}</span>
              </div>
            ) : (
              now
            )}
          </td>
        )
      })}
    </tr>
  )
})

/** A cell's value, formatted as in the lists. */
function written(
  { kind, required, options, percent, scale }: SheetColumn,
  value: string | number | boolean | null,
  locale: Locale,
): string {
  const format = formatOf(locale)
  if (value === null) return ''
  const word = optionLabel({ options }, value, locale)
  if (word !== undefined) return word
  if (typeof value === 'boolean') return booleanWords[locale][value ? 'yes' : 'no']
  if (percent === 'only') return `${format.decimal(String(value))} %`
  if (scale) return format.decimal(String(value))
  if (kind === 'decimal') return format.euro(String(value))
  if (kind === 'day') return format.date(String(value))
  const isCode = required // an identifier, not a quantity
  return kind === 'integer' && !isCode ? format.decimal(String(value)) : String(value)
}

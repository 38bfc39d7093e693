import type { Locale } from '@kontor/contract/kit/api/locales'
import type { ImportChange, ImportResult } from '@kontor/contract/kit/imports/imports'
import { booleanWords, type SheetColumn, type SheetColumns } from '@kontor/contract/kit/imports/sheet'
import { optionLabel } from '@kontor/contract/kit/list/list'
import { Button, SegmentedControl } from '@mantine/core'
import { memo, useState } from 'react'
import { listTexts } from '../list/texts.ts'
import { StatusChip } from '../look/StatusChip.tsx'
import { formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import type { Part } from './PreviewStep.tsx'
import classes from './preview.module.css'
import { importTexts } from './texts.ts'

interface ChangesProps {
  result: ImportResult
  layout: SheetColumns
  part: Part
  onPart: (part: Part) => void
  isDone: boolean
}

/** Rows drawn at a time: a preview may have thousands. */
const PORTION = 200

/** The rows that an import adds or changes, the old value struck through before the new one. */
export function Changes({ result, layout, part, onPart, isDone }: ChangesProps) {
  const t = useTexts(listTexts, importTexts)
  const { locale } = useLanguage()
  const [portions, setPortions] = useState(1)
  const { create, update } = result.counts
  const rows = result.changes.filter(({ change }) => part === 'all' || change === part)
  const count = part === 'create' ? create : part === 'update' ? update : create + update
  const keys = rows.some(({ values }) => 'name' in values) ? withName(result.columns) : result.columns
  const columns = keys.flatMap((key) => (layout[key] ? [{ key, column: layout[key] }] : []))
  return (
    <>
      <div className={classes.changesHead}>
        <h3>{t(isDone ? 'upload.what_changed' : 'upload.what_changes')}</h3>
        <span>{t('table.count', { count })}</span>
        <SegmentedControl
          size="xs"
          aria-label={t('upload.filter')}
          value={part}
          onChange={(value) => onPart(value as Part)} // one of the three below
          data={[
            { value: 'all', label: t('upload.all') },
            { value: 'create', label: t('upload.only_new') },
            { value: 'update', label: t('upload.only_changes') },
          ]}
        />
      </div>
      <table className={classes.changes}>
        <thead>
          <tr>
            <th scope="col" style={{ width: 72 }}>
              {t('upload.row_head')}
            </th>
            <th scope="col" style={{ width: 104 }}>
              {t('upload.change')}
            </th>
            {columns.map(({ key, column }) => (
              <th key={key} scope="col" data-align={alignOf(column)} style={{ width: widthOf(key, column) }}>
                {column.header[locale]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, portions * PORTION).map((row) => (
            <ChangeRow key={row.row} row={row} columns={columns} locale={locale} />
          ))}
        </tbody>
      </table>
      {rows.length > portions * PORTION ? (
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

/** A code alone says little: a sheet without names shows the records' own beside it. */
const withName = ([code = '', ...others]: string[]) =>
  others.includes('name') || code === 'name' ? [code, ...others] : [code, 'name', ...others]

/** Pixels; a record's name gets all that is left. */
const widthOf = (key: string, { kind, width = 0 }: SheetColumn) => {
  const text = Math.min(168, Math.max(120, width * 7.5))
  return key === 'name' ? undefined : { decimal: 168, integer: 112, boolean: 96, text }[kind]
}

const alignOf = ({ kind }: SheetColumn) => (kind === 'decimal' || kind === 'integer' ? 'right' : undefined)

interface ChangeRowProps {
  row: ImportChange
  columns: readonly { key: string; column: SheetColumn }[]
  locale: Locale
}

const ChangeRow = memo(function ChangeRow({ row, columns, locale }: ChangeRowProps) {
  const t = useTexts(importTexts)
  const isNew = row.change === 'create'
  return (
    <tr>
      <td className={classes.quiet}>{row.row}</td>
      <td>
        <StatusChip
          on
          tone={isNew ? 'ok' : 'change'}
          label={t(isNew ? 'upload.chip_new' : 'upload.chip_change')}
        />
      </td>
      {columns.map(({ key, column }) => {
        const isChanged = key in row.before
        const [before, now] = [row.before, row.values].map((values) =>
          written(column, values[key] ?? null, locale),
        )
        const shown = isChanged && !now ? t('upload.cleared') : now
        return (
          <td
            key={key}
            title={isChanged ? `${before} → ${shown}` : now}
            data-align={alignOf(column)}
            data-changed={isChanged || isNew || key === 'name' || undefined}
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

/** A cell's value as the lists write it. */
function written(
  { kind, required, options }: SheetColumn,
  value: string | number | boolean | null,
  locale: Locale,
): string {
  const format = formatOf(locale)
  if (value === null) return ''
  const word = optionLabel({ options }, value, locale)
  if (word !== undefined) return word
  if (typeof value === 'boolean') return booleanWords[locale][value ? 'yes' : 'no']
  if (kind === 'decimal') return format.euro(String(value))
  const isCode = required // the number that names a record, not one to count with
  return kind === 'integer' && !isCode ? format.decimal(String(value)) : String(value)
}

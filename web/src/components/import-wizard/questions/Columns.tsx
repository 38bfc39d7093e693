import { foldHeader, type SheetColumns, sheetHeaders } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import type { FileColumn, ImportAnswers } from '@kontor/contract/lib/imports/questions'
import { NativeSelect } from '@mantine/core'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import classes from './questions.module.css'
import { forgetColumn, rememberedColumns } from './remembered.ts'

interface ColumnsProps {
  result: ImportResult
  layout: SheetColumns
  /** Name of the list, for the remembered column mapping. */
  list: string
  /** Absent when the mapping can no longer be changed. */
  onAnswer?: (answer: ImportAnswers) => void
}

/** The unmapped columns of the file, which the user can map to fields, by hand or as in the last import. */
export function Columns({ result, layout, list, onAnswer }: ColumnsProps) {
  const t = useTranslations()
  const header = useHeaders(layout)
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const { unknown_columns: unknown, sheet_columns: columns, fields } = result
  const again = rememberedColumns(list, result)
  const words = Object.entries(again).map(([field, letter]) => {
    const from = columns.find(({ column }) => column === letter)?.header
    return `${from} → ${header(field)}`
  })
  return (
    <div className={classes.columns}>
      {unknown.length > 0 && (
        <p>
          <span>{t('upload.unknown', { columns: unknown.join(', ') })}</span>
        </p>
      )}
      {onAnswer && (
        <p>
          <LinkButton aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
            {t('upload.point')}
          </LinkButton>
          {words.length > 0 && (
            <LinkButton onClick={() => onAnswer({ columns: again })}>
              {t('upload.point_again', { columns: words.join(', ') })}
            </LinkButton>
          )}
        </p>
      )}
      {onAnswer && isOpen && (
        <fieldset id={id} className={classes.pointing} aria-label={t('upload.point_help')}>
          {columns.map((column) => (
            <NativeSelect
              key={column.column}
              label={column.header ? `${column.column}: ${column.header}` : column.column}
              description={column.sample && t('upload.point_sample', { sample: column.sample })}
              value={column.field ?? ''}
              data={[
                { value: '', label: t('upload.point_none') },
                ...fields.map((field) => ({ value: field, label: header(field) })),
              ]}
              onChange={({ currentTarget }) => {
                if (currentTarget.value === '') forgetColumn(list, column.header)
                onAnswer({ columns: answerOf(column, currentTarget.value, layout) })
              }}
            />
          ))}
        </fieldset>
      )}
    </div>
  )
}

function useHeaders(layout: SheetColumns) {
  const { locale } = useLanguage()
  return (field: string) => layout[field]?.header[locale] ?? field
}

/**
 * The answer when a column is mapped to another field or to none: the field that was read from it returns
 * to its own header.
 */
function answerOf({ column, header, field }: FileColumn, next: string, layout: SheetColumns) {
  const isOwn = field !== null && sheetHeaders(layout).get(foldHeader(header)) === field
  return {
    ...(field && { [field]: isOwn ? null : undefined }),
    ...(next && { [next]: column }),
  }
}

import type { ImportQuestion } from '@kontor/contract/lib/imports/ambiguities'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './questions.module.css'

/** Lines that are shown initially. */
const INITIAL_LINES = 3

/** The cells that a question is about; nothing when its text is sufficient. */
export function Examples({ question }: { question: ImportQuestion }) {
  const t = useTranslations()
  const [all, setAll] = useState(false)
  const lines = useLines(question)
  if (lines.length === 0) return null
  const shown = lines.slice(0, all ? undefined : INITIAL_LINES)
  const count = 'count' in question ? question.count : 'cells' in question ? question.cells : lines.length
  return (
    <ul className={classes.examples}>
      {shown.map(({ row, place, text }) => (
        <li key={`${row} ${place}`}>
          <span>{t('upload.row', { row })}</span>
          {place && <span>{place}</span>}
          <code>{text}</code>
        </li>
      ))}
      {count > shown.length && (
        <li>
          {all ? (
            t('upload.and_more', { count: count - shown.length })
          ) : (
            <button type="button" className={classes.more} onClick={() => setAll(true)}>
              {t('upload.and_more', { count: count - shown.length })}
            </button>
          )}
        </li>
      )}
    </ul>
  )
}

function useLines(question: ImportQuestion) {
  const t = useTranslations()
  if (question.kind === 'rows')
    return question.rows.map(({ row, reason, text }) => ({ row, place: t(`settle.row_${reason}`), text }))
  if (question.kind === 'unknown') return question.rows.map((line) => ({ ...line, place: '' }))
  if (question.kind === 'round')
    return question.examples.map(({ row, column, stored, shown }) => ({
      ...{ row, place: `${column}${row}` },
      text: `${stored} → ${shown}`,
    }))
  return []
}

import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { type ImportQuestion, isOpen } from '@kontor/contract/lib/imports/questions'
import { useTranslations } from 'use-intl'
import { saveText } from '../../../lib/api/saveBlob.ts'
import { csvOf } from '../../../lib/i18n/csv.ts'
import { LinkButton } from '../../ui/LinkButton.tsx'
import classes from './questions.module.css'

interface LeftOutProps {
  result: Pick<ImportResult, 'left_out' | 'left_out_rows' | 'questions'>
}

/** The number of skipped rows, and a list of them: number, reason and content. */
export function LeftOut({ result }: LeftOutProps) {
  const t = useTranslations()
  const { left_out: count, left_out_rows: rows } = result
  if (count === 0) return null
  const open = Math.min(
    result.questions.reduce((sum, one) => sum + unsettledBy(one), 0),
    count,
  )
  const save = () => {
    const head = [t('upload.row_head'), t('upload.reason'), t('questions.row_text')]
    const lines = rows.map(({ row, reason, text }) => [String(row), t(`questions.row_${reason}`), text])
    const more = count - rows.length
    const rest = more > 0 ? [['', '', t('upload.and_more', { count: more })]] : []
    saveText(csvOf([head, ...lines, ...rest]), `${t('questions.left_file')}.csv`, 'text/csv')
  }
  return (
    <p className={classes.left}>
      {count > open && `${t('upload.left_out', { count: count - open })} `}
      {open > 0 && `${t('upload.left_open', { count: open })} `}
      <LinkButton onClick={save}>{t('questions.left_save')}</LinkButton>
    </p>
  )
}

/** Rows that a preview skips by default, before the user has answered. */
const unsettledBy = (question: ImportQuestion) =>
  (question.kind === 'unknown' || question.kind === 'rows') && isOpen(question) ? question.count : 0

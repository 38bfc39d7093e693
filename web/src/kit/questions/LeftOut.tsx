import type { ImportResult } from '@kontor/contract/kit/imports/imports'
import { importTexts } from '../import/texts.ts'
import { csvOf } from '../texts/csv.ts'
import { saveText } from '../texts/saveText.ts'
import { useTexts } from '../texts/useTexts.ts'
import classes from './questions.module.css'

/** How many rows of the file are left out, and these as a list: number, reason and what stands in them. */
export function LeftOut({ result }: { result: Pick<ImportResult, 'left_out' | 'left_out_rows'> }) {
  const t = useTexts(importTexts)
  const { left_out: count, left_out_rows: rows } = result
  if (count === 0) return null
  const save = () => {
    const head = [t('upload.row_head'), t('upload.reason'), t('settle.row_text')]
    const lines = rows.map(({ row, reason, text }) => [String(row), t(`settle.row_${reason}`), text])
    const more = count - rows.length
    const rest = more > 0 ? [['', '', t('upload.and_more', { count: more })]] : []
    saveText(csvOf([head, ...lines, ...rest]), `${t('settle.left_file')}.csv`, 'text/csv')
  }
  return (
    <p className={classes.left}>
      {t('upload.left_out', { count })}{' '}
      <button type="button" className={classes.more} onClick={save}>
        {t('settle.left_save')}
      </button>
    </p>
  )
}

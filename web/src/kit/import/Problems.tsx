import type { SheetProblem } from '@kontor/contract/kit/sheet'
import { IconAlertCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useMessage } from '../i18n.tsx'
import { saveText } from '../saveText.ts'
import { csvOf } from './csv.ts'
import classes from './preview.module.css'

/** Every wrong cell with its place, what stands there and why it is wrong; also as a list to work through in Excel. */
export function Problems({ problems, count }: { problems: readonly SheetProblem[]; count: number }) {
  const t = useTranslations()
  const message = useMessage()
  const reason = (problem: SheetProblem) => message(problem.reason, problem.params)
  const save = () => {
    const head = [t('upload.row_head'), t('upload.column'), t('upload.value'), t('upload.reason')]
    const rows = problems.map((one) => [String(one.row), `${one.column} ${one.header}`, one.raw, reason(one)])
    saveText(csvOf([head, ...rows]), `${t('upload.wrong_file')}.csv`, 'text/csv')
  }
  return (
    <section className={classes.problems} aria-label={t('upload.wrong_count', { count })}>
      <header>
        <IconAlertCircle size={16} stroke={1.6} aria-hidden />
        <b>{t('upload.wrong_count', { count })}</b>
        <span>{t('upload.all_or_nothing')}</span>
        <button type="button" className={classes.link} onClick={save}>
          {t('upload.download_wrong')}
        </button>
      </header>
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.column}${problem.row} ${problem.reason}`}>
            <span>{t('upload.row', { row: problem.row })}</span>
            <span className={classes.quiet}>{`${problem.column}${problem.row}`}</span>
            <span>{problem.header}</span>
            <code>{problem.raw || t('upload.blank')}</code>
            <span className={classes.quiet}>{reason(problem)}</span>
          </li>
        ))}
      </ul>
      {problems.length < count && (
        <p className={classes.more}>{t('upload.first_rows', { count: problems.length })}</p>
      )}
    </section>
  )
}

import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { IconAlertCircle } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { saveText } from '../../lib/api/saveBlob.ts'
import { csvOf } from '../../lib/i18n/csv.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import wizard from './import.module.css'
import classes from './preview.module.css'

type Problem = ImportResult['problems'][number]

/** Cells of a group that are shown initially. */
const INITIAL_CELLS = 3

/** The invalid cells with position, value and reason, grouped by reason; also as a spreadsheet. */
export function Problems({ result }: { result: ImportResult }) {
  const t = useTranslations()
  const message = useMessage()
  const { problems, problem_groups, complete } = result
  const count = result.counts.problems
  const save = () => {
    const head = [
      t('upload.row_head'),
      t('upload.code'),
      t('upload.column'),
      t('upload.value'),
      t('upload.reason'),
    ]
    const rows = problems.map((one) => [
      String(one.row),
      one.code,
      `${one.column} ${one.header}`,
      one.raw,
      message(one.reason, one.params),
    ])
    saveText(csvOf([head, ...rows]), `${t('upload.wrong_file')}.csv`, 'text/csv')
  }
  return (
    <section
      className={`${wizard.panel} ${classes.problems}`}
      aria-label={t('upload.wrong_count', { count })}
    >
      <header>
        <IconAlertCircle size={16} aria-hidden />
        <b>{t('upload.wrong_count', { count })}</b>
        <span>{t('upload.all_or_nothing')}</span>
        <LinkButton onClick={save}>{t('upload.download_wrong')}</LinkButton>
      </header>
      <ul>
        {problem_groups.map((group) => (
          <Group
            key={`${group.key} ${group.reason}`}
            count={group.count}
            cells={problems.filter(({ key, reason }) => key === group.key && reason === group.reason)}
          />
        ))}
      </ul>
      {!complete && <p className={classes.more}>{t('upload.not_complete')}</p>}
      {problems.length < count && (
        <p className={classes.more}>{t('upload.first_rows', { count: problems.length })}</p>
      )}
    </section>
  )
}

/** Invalid cells of one column with one reason. */
function Group({ count, cells }: { count: number; cells: readonly Problem[] }) {
  const t = useTranslations()
  const [all, setAll] = useState(false)
  const shown = all ? cells : cells.slice(0, INITIAL_CELLS)
  return (
    <>
      {shown.map((problem) => (
        <ProblemLine key={`${problem.column}${problem.row}`} problem={problem} />
      ))}
      {count > shown.length && (
        <li>
          <LinkButton disabled={all} onClick={() => setAll(true)}>
            {t('upload.and_more', { count: count - shown.length })}
          </LinkButton>
        </li>
      )}
    </>
  )
}

function ProblemLine({ problem }: { problem: Problem }) {
  const t = useTranslations()
  const message = useMessage()
  return (
    <li>
      <b>{problem.code}</b>
      <span className={classes.muted}>{`${problem.column}${problem.row}`}</span>
      <span>{problem.header}</span>
      <code>{problem.raw || t('upload.blank')}</code>
      <span className={classes.muted}>{message(problem.reason, problem.params)}</span>
    </li>
  )
}

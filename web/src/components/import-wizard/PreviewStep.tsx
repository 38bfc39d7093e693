import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import type { ImportAnswers } from '@kontor/contract/lib/imports/questions'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Format, formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { LinkButton } from '../ui/LinkButton.tsx'
import { type ChangeGroup, Changes } from './Changes.tsx'
import { Problems } from './Problems.tsx'
import classes from './preview.module.css'
import { Columns } from './questions/Columns.tsx'
import { LeftOut } from './questions/LeftOut.tsx'
import { Questions } from './questions/Questions.tsx'

interface PreviewStepProps {
  result: ImportResult
  layout: SheetColumns
  /** Name of the list, for the remembered column mapping. */
  list: string
  /** The import has been applied: the same page shows the result. */
  isDone: boolean
  isReading: boolean
  onAnswer: (answer: ImportAnswers) => void
}

/** The preview or result of an import: open questions, four counts, invalid cells, and every change. */
export function PreviewStep({ result, layout, list, isDone, isReading, onAnswer }: PreviewStepProps) {
  const t = useTranslations()
  const { integer } = useFormat()
  const [part, setPart] = useState<ChangeGroup>('all')
  const { create, update, same, problems } = result.counts
  const counts = [
    { part: 'create', count: create, label: t('upload.new', { count: create }) },
    { part: 'update', count: update, label: t('upload.changes', { count: update }) },
    { part: null, count: same, label: t('upload.same') },
    { part: 'problems', count: problems, label: t('upload.wrong', { count: problems }) },
  ] as const
  return (
    <>
      {!isDone && result.questions.length > 0 && (
        <Questions questions={result.questions} layout={layout} isReading={isReading} onAnswer={onAnswer} />
      )}
      <div className={classes.counts}>
        {counts.map((one) => (
          <button
            key={one.label}
            type="button"
            disabled={one.part === null || one.count === 0}
            aria-pressed={one.part !== null && part === one.part}
            data-bad={(one.part === 'problems' && one.count > 0) || undefined}
            onClick={() => one.part && setPart(part === one.part ? 'all' : one.part)}
          >
            <b>{integer(one.count)}</b>
            {one.label}
          </button>
        ))}
      </div>
      <Effects result={result} layout={layout} />
      <Columns result={result} layout={layout} list={list} {...(!isDone && { onAnswer })} />
      <LeftOut result={result} />
      {problems > 0 && (part === 'all' || part === 'problems') && <Problems result={result} />}
      {part !== 'problems' && create + update > 0 && (
        <Changes result={result} layout={layout} part={part} onPart={setPart} isDone={isDone} />
      )}
    </>
  )
}

interface EffectsProps {
  result: ImportResult
  layout: SheetColumns
}

/** What the updates do to amounts and numbers, one line per column: how many, by how much, how many to zero. */
function Effects({ result: { effects, changes }, layout }: EffectsProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const [all, setAll] = useState(false)
  if (effects.length === 0) return null
  const signed = signedBy(formatOf(locale))
  const shown = effects.slice(0, all ? undefined : INITIAL_EFFECTS)
  const codeOf = (at: number) => {
    const change = changes.find(({ row }) => row === at)
    const key = Object.keys(layout).find((field) => layout[field]?.required)
    return key === undefined ? undefined : change?.values[key]
  }
  return (
    <ul className={classes.effects}>
      {shown.map(({ key, changed, zero, average, largest }) => (
        <li key={key}>
          <b>{layout[key]?.header[locale] ?? key}</b> {t('upload.effect', { count: changed })}
          {average !== null && largest && changed > 1 && (
            <>
              {', '}
              {t('upload.effect_percent', { average: signed(average), largest: signed(largest.percent) })} (
              {codeOf(largest.row) ?? t('upload.row', { row: largest.row })})
            </>
          )}
          {average !== null && changed === 1 && ` (${signed(average)})`}
          {zero > 0 && `, ${t('upload.effect_zero', { count: zero })}`}
        </li>
      ))}
      {effects.length > shown.length && (
        <li>
          <LinkButton onClick={() => setAll(true)}>
            {t('upload.and_more', { count: effects.length - shown.length })}
          </LinkButton>
        </li>
      )}
    </ul>
  )
}

/** Columns whose effect is shown initially: of more the rows would be out of sight. */
const INITIAL_EFFECTS = 3

const signedBy =
  ({ integer }: Format) =>
  (percent: number) =>
    `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${integer(Math.abs(percent))}%`

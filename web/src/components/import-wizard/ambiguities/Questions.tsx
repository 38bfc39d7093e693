// The open questions about a file.
import type { ImportChoices, ImportQuestion } from '@kontor/contract/lib/imports/ambiguities'
import { isOpen } from '@kontor/contract/lib/imports/ambiguities'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Question } from './Question.tsx'
import classes from './questions.module.css'

interface QuestionsProps {
  questions: readonly ImportQuestion[]
  layout: SheetColumns
  isReading: boolean
  onChoose: (answer: ImportChoices) => void
}

/** The open questions with their answers; those that block the import come first. */
export function Questions({ questions, layout, isReading, onChoose }: QuestionsProps) {
  const t = useTranslations()
  const open = questions.filter(isOpen).length
  return (
    <section className={classes.questions} aria-label={t('settle.title')} data-onward>
      <header data-open={open > 0 || undefined}>
        {open > 0 ? <IconHelpCircle size={16} aria-hidden /> : <IconCircleCheck size={16} aria-hidden />}
        <b>{open > 0 ? t('settle.open', { count: open }) : t('settle.settled')}</b>
        <span>{open > 0 ? t('settle.open_help') : t('settle.settled_help')}</span>
        <span role="status">{isReading ? t('settle.reading') : ''}</span>
      </header>
      {[...questions]
        .sort((a, b) => Number(b.blocking) - Number(a.blocking))
        .map((question) => (
          <Question key={keyOf(question)} question={question} layout={layout} onChoose={onChoose} />
        ))}
    </section>
  )
}

const keyOf = (question: ImportQuestion) =>
  'field' in question ? `${question.kind} ${question.field}` : question.kind

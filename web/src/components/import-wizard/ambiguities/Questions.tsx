// The open questions about a file.
import { type ImportChoices, type ImportQuestion, isOpen } from '@kontor/contract/lib/imports/ambiguities'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { Radio, Switch } from '@mantine/core'
import { IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './questions.module.css'
import { useAnswers } from './useAnswers.ts'

interface QuestionsProps {
  questions: readonly ImportQuestion[]
  layout: SheetColumns
  isReading: boolean
  onChoose: (answer: ImportChoices) => void
}

interface QuestionProps {
  question: ImportQuestion
  layout: SheetColumns
  onChoose: (answer: ImportChoices) => void
}

const words = { description: classes.hint ?? '' }

/** Lines that are shown initially. */
const INITIAL_LINES = 3

/** The cells that a question is about; nothing when its text is sufficient. */
function Examples({ question }: { question: ImportQuestion }) {
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

/** One question about a file: a switch for a minor yes or no, else radio buttons. */
function Question({ question, layout, onChoose }: QuestionProps) {
  const id = useId()
  const { title, help, chosen, answers } = useAnswers(question, layout)
  const isSwitch = question.kind === 'clear'
  return (
    <div className={classes.question} data-open={isOpen(question) || undefined}>
      {isSwitch ? (
        <Switch
          label={title}
          description={help}
          checked={question.answer === true}
          onChange={({ currentTarget }) => onChoose({ clear: currentTarget.checked })}
        />
      ) : (
        <Radio.Group
          name={id}
          label={title}
          description={help}
          value={chosen}
          onChange={(value) => {
            const answer = answers.find((one) => one.value === value)
            if (answer) onChoose(answer.choice)
          }}
        >
          <div className={classes.answers}>
            {answers.map(({ value, label, hint }) => (
              <Radio key={value} value={value} label={label} description={hint} classNames={words} />
            ))}
          </div>
        </Radio.Group>
      )}
      <Examples question={question} />
    </div>
  )
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

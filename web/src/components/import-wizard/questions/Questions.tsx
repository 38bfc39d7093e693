// The open questions about a file.

import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { type ImportAnswers, type ImportQuestion, isOpen } from '@kontor/contract/lib/imports/questions'
import { Radio, Switch } from '@mantine/core'
import { IconCircleCheck, IconHelpCircle } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { isFocusLost } from '../../ui/useFocusFallback.ts'
import wizard from '../import.module.css'
import classes from './questions.module.css'
import { useQuestionTexts } from './useQuestionTexts.ts'

interface QuestionsProps {
  questions: readonly ImportQuestion[]
  layout: SheetColumns
  isReading: boolean
  onAnswer: (answer: ImportAnswers) => void
}

interface QuestionProps {
  question: ImportQuestion
  layout: SheetColumns
  onAnswer: (answer: ImportAnswers) => void
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
            <LinkButton onClick={() => setAll(true)}>
              {t('upload.and_more', { count: count - shown.length })}
            </LinkButton>
          )}
        </li>
      )}
    </ul>
  )
}

function useLines(question: ImportQuestion) {
  const t = useTranslations()
  if (question.kind === 'rows')
    return question.rows.map(({ row, reason, text }) => ({ row, place: t(`questions.row_${reason}`), text }))
  if (question.kind === 'unknown') return question.rows.map((line) => ({ ...line, place: '' }))
  if (question.kind === 'round')
    return question.examples.map(({ row, column, stored, shown }) => ({
      row,
      place: `${column}${row}`,
      text: `${stored} → ${shown}`,
    }))
  return []
}

/** One question about a file: a switch for a minor yes or no, else radio buttons. */
function Question({ question, layout, onAnswer }: QuestionProps) {
  const id = useId()
  const { title, help, chosen, options } = useQuestionTexts(question, layout)
  const isSwitch = question.kind === 'clear'
  return (
    <div className={classes.question} data-open={isOpen(question) || undefined}>
      {isSwitch ? (
        <Switch
          label={title}
          description={help}
          checked={question.answer === true}
          onChange={({ currentTarget }) => onAnswer({ clear: currentTarget.checked })}
        />
      ) : (
        <Radio.Group
          name={id}
          label={title}
          description={help}
          value={chosen}
          onChange={(value) => {
            const option = options.find((one) => one.value === value)
            if (option) onAnswer(option.answers)
          }}
        >
          <div className={classes.answers}>
            {options.map(({ value, label, hint }) => (
              <Radio key={value} value={value} label={label} description={hint} classNames={words} />
            ))}
          </div>
        </Radio.Group>
      )}
      <Examples question={question} />
    </div>
  )
}

/** The open questions with their answers; those that block the import come first. Answered ones are folded to a line. */
export function Questions({ questions, layout, isReading, onAnswer }: QuestionsProps) {
  const t = useTranslations()
  const id = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const [isUnfolded, setUnfolded] = useState(false)
  const open = questions.filter(isOpen).length
  const isFolded = open === 0 && !isUnfolded
  const wasUnfolded = useRef(false)
  useEffect(() => {
    // The answer that had the focus is gone.
    if (isFolded && wasUnfolded.current && isFocusLost(toggle.current)) toggle.current?.focus()
    wasUnfolded.current = !isFolded
  }, [isFolded])
  const StateIcon = open > 0 ? IconHelpCircle : IconCircleCheck
  const answered = questions.some(({ blocking }) => blocking) ? 'questions.answered' : 'questions.assumed'
  return (
    <section className={`${wizard.panel} ${classes.questions}`} aria-label={t('questions.title')} data-onward>
      <header data-open={open > 0 || undefined}>
        <StateIcon size={16} style={{ strokeWidth: 2 }} aria-hidden />
        <b>{open > 0 ? t('questions.open', { count: open }) : t(answered, { count: questions.length })}</b>
        {open > 0 && <span>{t('questions.open_help')}</span>}
        {isFolded && (
          <span className={classes.folded}>
            {questions.map((question, index) => (
              <Answered key={keyOf(question)} question={question} layout={layout} isFirst={index === 0} />
            ))}
          </span>
        )}
        <span role="status">{isReading ? t('questions.reading') : ''}</span>
        {open === 0 && (
          <LinkButton
            ref={toggle}
            aria-expanded={isUnfolded}
            aria-controls={id}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            {t(isUnfolded ? 'questions.fold' : 'questions.change')}
          </LinkButton>
        )}
      </header>
      <div id={id} hidden={isFolded}>
        {!isFolded &&
          [...questions]
            .sort((a, b) => Number(b.blocking) - Number(a.blocking))
            .map((question) => (
              <Question key={keyOf(question)} question={question} layout={layout} onAnswer={onAnswer} />
            ))}
      </div>
    </section>
  )
}

/** A question with its answer as text; a switch has its title, or its help while it is off. */
function Answered({
  question,
  layout,
  isFirst,
}: Pick<QuestionProps, 'question' | 'layout'> & { isFirst: boolean }) {
  const { title, help, chosen, options } = useQuestionTexts(question, layout)
  const answer = options.find(({ value }) => value === chosen)?.label
  const asked = /[?.]$/.test(title) ? title : `${title} –`
  const text = answer ? `${asked} ${answer}` : chosen === 'true' ? title : (help ?? title)
  return `${isFirst ? '' : ' · '}${text}`
}

const keyOf = (question: ImportQuestion) =>
  'field' in question ? `${question.kind} ${question.field}` : question.kind

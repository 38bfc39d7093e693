import type { ImportChoices, ImportQuestion } from '@kontor/contract/lib/imports/ambiguities'
import { isOpen } from '@kontor/contract/lib/imports/ambiguities'
import type { SheetColumns } from '@kontor/contract/lib/imports/columns'
import { Radio, Switch } from '@mantine/core'
import { useId } from 'react'
import { Examples } from './Examples.tsx'
import classes from './questions.module.css'
import { useAnswers } from './useAnswers.ts'

interface QuestionProps {
  question: ImportQuestion
  layout: SheetColumns
  onChoose: (answer: ImportChoices) => void
}

const words = { description: classes.hint ?? '' }

/** One question about a file: a switch for a minor yes or no, else radio buttons. */
export function Question({ question, layout, onChoose }: QuestionProps) {
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

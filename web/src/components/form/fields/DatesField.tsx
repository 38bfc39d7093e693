import { Input } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useId, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { FallbackContext, lazyPart } from '../../../lib/router/lazyPart.tsx'
import { underField } from '../FieldMessage.tsx'
import { type FieldProps, useField } from '../FormContext.ts'
import classes from './dates.module.css'

// Loaded on demand: few forms have dates.
const Calendar = lazyPart(() => import('./Calendar.tsx'), 'Calendar')

const NONE: readonly string[] = []

/** A field for several dates (`2026-11-21`) from today on; each has a remove button. Past dates stay. */
export function DatesField(props: FieldProps) {
  const t = useTranslations()
  const id = useId()
  const { label, required, error, value, set } = useField(props)
  const days = Array.isArray(value) ? (value as string[]) : NONE // set here or by startValues
  const choose = (chosen: readonly string[]) => set([...chosen].sort())
  return (
    <Input.Wrapper
      label={label}
      required={required}
      labelElement="div"
      descriptionProps={{ id }}
      errorProps={{ id }}
      {...underField(error, props.help)}
    >
      <fieldset
        className={classes.dates}
        data-error={error !== undefined || undefined}
        aria-label={label}
        aria-describedby={id}
      >
        <FallbackContext value={<div className={classes.waiting} aria-busy />}>
          <Calendar days={days} onChoose={choose} wrong={error !== undefined} />
        </FallbackContext>
        {days.length > 0 ? (
          <Chosen days={days} onChoose={choose} label={label} />
        ) : (
          <p className={classes.empty}>{t('dates.none')}</p>
        )}
      </fieldset>
    </Input.Wrapper>
  )
}

interface ChosenProps {
  days: readonly string[]
  onChoose: (days: readonly string[]) => void
  label: string
}

/** The selected dates in order. Removing one moves the focus to the next. */
function Chosen({ days, onChoose, label }: ChosenProps) {
  const t = useTranslations()
  const { date } = useFormat()
  const list = useRef<HTMLUListElement>(null)
  const removeDate = (gone: string) => {
    const index = days.indexOf(gone)
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    ;(buttons[index + 1] ?? buttons[index - 1])?.focus()
    onChoose(days.filter((one) => one !== gone))
  }
  return (
    <ul ref={list} className={classes.chosen} aria-label={t('dates.chosen', { label })}>
      {days.map((one) => (
        <li key={one} className={classes.chip}>
          {date(one)}
          <button
            type="button"
            title={t('dates.remove', { day: date(one) })}
            aria-label={t('dates.remove', { day: date(one) })}
            onClick={() => removeDate(one)}
          >
            <IconX size={14} aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  )
}

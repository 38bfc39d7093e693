// Parts of forms for content that partners see: publication time, visibility, duplicating and previews.
import { officeTime } from '@kontor/contract/lib/fields/moments'
import { TextInput } from '@mantine/core'
import { useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { FallbackContext } from '../../lib/router/lazyPart.tsx'
import { underField } from '../form/FieldMessage.tsx'
import { type FieldProps, useField } from '../form/FormContext.ts'
import { DayInput } from '../resource/DayField.tsx'
import { futureDays, pastTimeError } from '../resource/pastTime.ts'
import classes from './compose.module.css'

interface MomentFieldProps extends FieldProps {
  /** Default time of a date: `08:00`. */
  hour: string
  futureOnly?: boolean
}

/** A date and time in the office's time zone: a date field with a calendar, and a time field. */
export function MomentField({ hour, futureOnly = false, ...props }: MomentFieldProps) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const help = props.help ?? t('compose.office_time')
  const checkOnBlur = futureOnly ? pastTimeError : undefined
  const field = useField({ ...props, help, checkOnBlur }, (value) => (isMoment(value) ? dateTime(value) : ''))
  const [day = '', time = ''] = typedOf(field.value).split('T')
  const usualTime = (day: string) => (futureOnly ? futureTime(day, hour) : hour)
  /** The time that was filled in with the day; it changes with the day, a typed one stays. */
  const filledIn = useRef('')
  const setDay = (next: string) => {
    const isTyped = time !== '' && time !== filledIn.current
    if (!isTyped) filledIn.current = usualTime(next)
    field.set(next ? `${next}T${isTyped ? time : filledIn.current}` : '')
  }
  const setParsedTime = () => {
    const parsedTime = hourOf(time)
    if (day && parsedTime !== time) field.set(`${day}T${parsedTime}`) // keeps the seconds of a saved timestamp
  }
  const dayProps = {
    label: field.label,
    required: field.required,
    value: day,
    autoComplete: 'off',
    name: props.name,
    onBlur: field.blur,
    ...underField(field.error, field.help),
  }
  return (
    <div className={classes.moment} data-two>
      <FallbackContext value={<TextInput {...dayProps} readOnly />}>
        <DayInput
          {...dayProps}
          {...(futureOnly && futureDays)}
          onChange={setDay}
          onInvalidText={(typed) => setDay(typed.replaceAll('T', ' '))}
        />
      </FallbackContext>
      <TextInput
        label={<span className={classes.hidden}>{t('compose.hour', { label: field.label })}</span>}
        value={time}
        placeholder={usualTime(day)}
        inputMode="numeric"
        autoComplete="off"
        disabled={day === ''}
        error={field.error !== undefined}
        onChange={({ currentTarget }) => {
          filledIn.current = ''
          field.set(`${day}T${currentTarget.value}`)
        }}
        onKeyDown={({ key }) => key === 'Enter' && setParsedTime()}
        onBlur={() => {
          setParsedTime()
          field.blur()
        }}
      />
    </div>
  )
}

const isMoment = (value: unknown): value is string =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value))

/** A saved value is a timestamp; an edited one is the typed text. */
const typedOf = (value: unknown) =>
  isMoment(value) && value.endsWith('Z') ? officeTime(value) : String(value ?? '')

/** The usual time of a day; if that has passed today, the next full hour. */
function futureTime(day: string, hour: string) {
  const now = officeTime(Date.now())
  if (!now.startsWith(day) || `${day}T${hour}` > now) return hour
  const next = officeTime(Date.now() + 3_600_000)
  return next.startsWith(day) ? `${next.slice(11, 13)}:00` : '23:59'
}

/** Normalises `8`, `830` and `8:30` to a time; other texts are left for validation. */
function hourOf(typed: string) {
  const [, hours, minutes = '00'] = /^(\d{1,2})(?:[:. ]?(\d\d))?$/.exec(typed.trim()) ?? []
  return hours ? `${hours.padStart(2, '0')}:${minutes}` : typed.trim()
}

// Parts of forms for content that partners see: publication time, visibility, duplicating and previews.
import { officeTime } from '@kontor/contract/lib/fields/moments'
import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { FallbackContext } from '../../lib/router/lazyPart.tsx'
import { underField } from '../form/FieldMessage.tsx'
import { type FieldProps, useField } from '../form/FormContext.ts'
import { DayInput } from '../resource/DayField.tsx'
import { isPastDay } from '../resource/passedTime.ts'
import classes from './compose.module.css'

interface MomentFieldProps extends FieldProps {
  /** Default time of a date: `08:00`. */
  hour: string
  /** Past days cannot be chosen. */
  future?: boolean
}

/** A date and time in the office's time zone: a date field with a calendar, and a time field. */
export function MomentField({ hour, future = false, ...props }: MomentFieldProps) {
  const t = useTranslations()
  const { dateTime } = formatOf(useLanguage().locale)
  const help = props.help ?? t('compose.office_time')
  const field = useField({ ...props, help }, (value) => (isMoment(value) ? dateTime(value) : ''))
  const [day = '', time = ''] = typedOf(field.value).split('T')
  const hourFor = (day: string) => (future ? hourToCome(day, hour) : hour)
  const setDay = (next: string) => {
    const typedTime = time === hourFor(day) ? '' : time
    field.set(next ? `${next}T${typedTime || hourFor(next)}` : '')
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
          {...(future && { excludeDate: isPastDay })}
          onChange={setDay}
          onInvalidText={(typed) => setDay(typed.replaceAll('T', ' '))}
        />
      </FallbackContext>
      <TextInput
        label={<span className={classes.hidden}>{t('compose.hour', { label: field.label })}</span>}
        value={time}
        placeholder={hour}
        inputMode="numeric"
        autoComplete="off"
        disabled={day === ''}
        error={field.error !== undefined}
        onChange={({ currentTarget }) => field.set(`${day}T${currentTarget.value}`)}
        onBlur={() => {
          const parsedTime = hourOf(time)
          if (day && parsedTime !== time) field.set(`${day}T${parsedTime}`) // blur must not drop the seconds of a saved timestamp
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

/** The usual hour of a day; of today the next full one, when it has passed. */
function hourToCome(day: string, hour: string) {
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

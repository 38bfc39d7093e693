import { typedFilter } from '@kontor/contract/lib/numbers/number-input'
import { IconX } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import button from '../../ui/IconButton.module.css'
import type { FlagWords, ReadyColumn } from '../columns.tsx'
import type { ListState } from '../list-page/listState.ts'
import classes from './filters.module.css'
import type { FilterForm } from './useFilterForm.ts'

interface FilterInputProps {
  column: Pick<ReadyColumn<unknown>, 'key' | 'label' | 'definition'>
  state: ListState
  form: FilterForm
  flag: FlagWords
  /** By default applies the filters. */
  onApply?: () => void
}

/** A filter of the header. Uncontrolled: typing renders nothing; Enter and the search button read it. */
export function FilterInput({ column, state, form, flag, onApply = form.apply }: FilterInputProps) {
  const { key, label, definition } = column
  const { filter: kind = 'text', options } = definition
  const t = useTranslations()
  const { locale } = useLanguage()
  const applied = state.filters[key] ?? ''
  const shown = typedFilter(kind, applied, locale)
  const common = {
    ref: useShown(shown),
    name: key,
    className: classes.input,
    defaultValue: shown,
    'aria-label': t('table.filter_by', { column: label }),
    'data-on': applied ? '' : undefined,
  }
  const words = options?.map((option) => ({ value: option.value, word: option.label[locale] }))
  const flags = [
    { value: 'true', word: flag.yes },
    { value: 'false', word: flag.no },
  ]
  if (words || kind === 'flag')
    return <ChoiceFilter label={label} words={words ?? flags} onApply={onApply} common={common} />
  return (
    <span className={classes.filter}>
      <input
        {...common}
        type="text"
        autoComplete="off"
        maxLength={200}
        aria-invalid={form.invalid.includes(key) || undefined}
        title={kind === 'number' || kind === 'day' ? t(`table.hint_${kind}`) : undefined}
        onKeyDown={(event) => event.key === 'Enter' && onApply()}
        onBlur={({ currentTarget }) =>
          currentTarget.toggleAttribute('data-waiting', currentTarget.value.trim() !== shown)
        }
      />
      {applied && (
        <button
          type="button"
          className={`${button.tiny} ${classes.clear}`}
          title={t('table.clear_one', { column: label })}
          aria-label={t('table.clear_one', { column: label })}
          onClick={() => form.clear(key)}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** Montenegrin labels with the choice `Sve`: Vrsta, Vidljivost, Stanje, Pročitano; others have `Svi`. */
const FEMININE = /^\S*(a|e|ost|no)(?!\p{L})/u

interface ChoiceFilterProps {
  label: string
  words: readonly { value: string; word: string }[]
  onApply: () => void
  common: { ref: RefObject<never> }
}

function ChoiceFilter({ label, common, words, onApply }: ChoiceFilterProps) {
  const t = useTranslations()
  return (
    <select {...common} onChange={onApply}>
      <option value="">{t('table.all', { gender: FEMININE.test(label) ? 'f' : 'm' })}</option>
      {words.map(({ value, word }) => (
        <option key={value} value={value}>
          {word}
        </option>
      ))}
    </select>
  )
}

/** Writes the applied value into the input, also after outside changes; a focused input keeps the focus. */
export function useShown(applied: string) {
  const ref = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (ref.current) ref.current.value = applied
    ref.current?.removeAttribute('data-waiting')
  }, [applied])
  return ref as RefObject<never> // an input or a select: both have a value
}

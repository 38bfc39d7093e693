import { IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './Search.module.css'

interface SearchProps {
  search: string
  label: string
  onSearch: (search: string) => void
}

/** A search input that reports its text while typing. */
export function Search({ search, label, onSearch }: SearchProps) {
  const t = useTranslations()
  const input = useRef<HTMLInputElement>(null)
  const { text, type } = useTypedSearch(search, onSearch)
  const clear = () => {
    type('')
    input.current?.focus()
  }
  return (
    <search className={classes.search}>
      <IconSearch size={20} aria-hidden />
      <input
        ref={input}
        type="search"
        enterKeyHint="search"
        value={text}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        placeholder={label}
        aria-label={label}
        onChange={({ target }) => type(target.value)}
      />
      {text && (
        <button type="button" aria-label={t('portal.clear_search')} onClick={clear}>
          <IconX size={18} aria-hidden />
        </button>
      )}
    </search>
  )
}

/** Debounce in milliseconds. */
const DEBOUNCE_MS = 250

/** The text of a search input: reported after a pause in typing, replaced when the value changes outside. */
function useTypedSearch(value: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(value)
  const lastSearch = useRef(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (value === lastSearch.current) return
    clearTimeout(timer.current)
    lastSearch.current = value
    setText(value)
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const latest = useRef(onSearch) // the address may have changed since the text was typed
  latest.current = onSearch
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      lastSearch.current = typed.trim()
      latest.current(lastSearch.current)
    }, DEBOUNCE_MS)
  }
  return { text, type }
}

import { useEffect, useRef, useState } from 'react'

/** Milliseconds after the last key. */
const PAUSE = 250

/** What is typed to be looked for: told when one pauses, and following where it is told to when that changes by itself. */
export function useTypedSearch(told: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(told)
  const last = useRef(told)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    if (told === last.current) return
    clearTimeout(timer.current)
    last.current = told
    setText(told)
  }, [told])
  useEffect(() => () => clearTimeout(timer.current), [])
  const type = (typed: string) => {
    setText(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      last.current = typed.trim()
      onSearch(last.current)
    }, PAUSE)
  }
  return { text, type }
}

// What a sign in a text offers while one writes: `@` partners and products, `/` whole replies.
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { filled } from './place.ts'
import { useSuggest } from './useSuggest.ts'
import { toWritten } from './written.ts'

interface Options {
  /** What is written, for the sources to choose by. */
  kind: string
  text: string
  onText: (text: string) => void
  /** The names that a whole reply is filled with. */
  values?: Readonly<Record<string, string | undefined>>
}

/** A text while it is written, with what its signs offer. Give the field `props` and its keys to `suggest.onKey` first. */
export function useWriting({ kind, text, onText, values = {} }: Options) {
  const field = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  const suggest = useSuggest({
    ...{ field, kind, text },
    onChoose: ({ source, from, to }, chosen) => {
      const put = toWritten(filled(chosen, values))
      // Whoever goes on writing begins a word, for a sign counts there alone.
      const space = source.atStart && !/^\s/.test(text.slice(to)) && !/\s$/.test(put) ? ' ' : ''
      caret.current = from + put.length + space.length
      onText(text.slice(0, from) + put + space + text.slice(to))
    },
  })
  useLayoutEffect(() => {
    if (caret.current !== null && text) field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  }, [text])
  const props = {
    ...suggest.props,
    ref: field,
    value: text,
    onChange: ({ currentTarget }: ChangeEvent<HTMLTextAreaElement>) => {
      onText(currentTarget.value)
      suggest.look(currentTarget.value, currentTarget.selectionStart)
    },
    onBlur: suggest.close,
  }
  return { field, suggest, props }
}

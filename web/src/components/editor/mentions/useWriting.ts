// Suggestions while typing: `@` mentions partners and products, `/` inserts canned replies.
import { type ChangeEvent, useLayoutEffect, useRef } from 'react'
import { toWritten } from './mentionText.ts'
import { filled } from './triggerQuery.ts'
import { useSuggest } from './useSuggest.ts'

interface Options {
  /** Kind of text, for the sources. */
  kind: string
  text: string
  onText: (text: string) => void
  /** Values of the placeholders in canned replies. */
  values?: Readonly<Record<string, string | undefined>>
}

/**
 * A text with suggestions. Spread `props` on the field, and call `suggest.onKey` before other key
 * handlers.
 */
export function useWriting({ kind, text, onText, values = {} }: Options) {
  const field = useRef<HTMLTextAreaElement>(null)
  const caret = useRef<number | null>(null)
  const suggest = useSuggest({
    field,
    kind,
    text,
    onChoose: ({ source, from, to }, chosen) => {
      const inserted = toWritten(filled(chosen, values))
      // Followed by a space: a trigger typed next must begin a word.
      const space = source.atStart && !/^\s/.test(text.slice(to)) && !/\s$/.test(inserted) ? ' ' : ''
      caret.current = from + inserted.length + space.length
      onText(text.slice(0, from) + inserted + space + text.slice(to))
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
      suggest.update(currentTarget.value, currentTarget.selectionStart)
    },
    onBlur: suggest.close,
  }
  return { field, suggest, props }
}

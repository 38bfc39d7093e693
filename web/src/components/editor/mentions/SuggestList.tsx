import { useEffect, useRef } from 'react'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './suggest.module.css'
import type { useSuggest } from './useSuggest.ts'

interface SuggestListProps {
  suggest: ReturnType<typeof useSuggest>
  /** Opens below the field, when there is no room above. */
  isBelow?: boolean
}

/** The list of suggestions, above the field. */
export function SuggestList({ suggest, isBelow }: SuggestListProps) {
  const { locale } = useLanguage()
  const list = useRef<HTMLDivElement>(null)
  const { id, isOpen, place, found, current, choose } = suggest
  useEffect(() => {
    if (isOpen) list.current?.children[current]?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, current])
  if (!isOpen || !place) return null
  return (
    <div className={classes.float} data-below={isBelow || undefined}>
      <div ref={list} id={id} role="listbox" aria-label={place.source.label[locale]} className={classes.list}>
        {found.map((one, at) => (
          <div
            key={one.key}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === current}
            className={classes.option}
            onMouseDown={(event) => event.preventDefault()} // Keeps the caret in place.
            onClick={() => choose(one)}
            onKeyDown={(event) => event.key === 'Enter' && choose(one)}
          >
            <span className={classes.name}>{one.name}</span>
            {one.note && <span className={classes.note}>{one.note}</span>}
          </div>
        ))}
      </div>
      {found.length === 0 && (
        <p className={classes.empty} role="status">
          {place.source.none[locale]}
        </p>
      )}
    </div>
  )
}

import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { ListboxOption } from '../../ui/ListboxOption.tsx'
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
  const { id, isOpen, place, found, current, choose } = suggest
  if (!isOpen || !place) return null
  return (
    <div className={classes.float} data-below={isBelow || undefined}>
      <div id={id} role="listbox" aria-label={place.source.label[locale]} className={classes.list}>
        {found.map((one, at) => (
          <ListboxOption
            key={one.key}
            id={`${id}-${at}`}
            isCurrent={at === current}
            aria-selected={at === current}
            className={classes.option}
            onClick={() => choose(one)}
          >
            <span className={classes.name}>{one.name}</span>
            {one.note && <span className={classes.note}>{one.note}</span>}
          </ListboxOption>
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

import { useTranslations } from 'use-intl'
import { PlainButton } from '../ui/PlainButton.tsx'
import { useNextPage } from '../ui/useNextPage.ts'
import classes from './card.module.css'

interface MoreProps {
  query: Parameters<typeof useNextPage>[0] & { isFetchingNextPage: boolean }
}

/** The end of a list: loads the next page when it scrolls into view, or by its button. */
export function More({ query }: MoreProps) {
  const t = useTranslations()
  const { end, more } = useNextPage(query, '400px')
  return (
    <div ref={end} className={classes.more}>
      <PlainButton aria-busy={query.isFetchingNextPage} onClick={more}>
        {t('portal.more')}
      </PlainButton>
    </div>
  )
}

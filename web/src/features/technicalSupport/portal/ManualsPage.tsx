import { portalTechnicalSupport } from '@kontor/contract/technicalSupport/portal'
import { IconBooks } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Breadcrumbs } from '../../../components/portal/Breadcrumbs.tsx'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { More } from '../../../components/portal/More.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { Search } from '../../../components/portal/Search.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { useCachedPages } from '../../../lib/offline/useCachedPages.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { useSearchHere } from '../../../lib/router/useSearchHere.ts'
import { Entry } from './Entry.tsx'

/** Manuals, files and links of the office: browse by folder, or search. */
export function ManualsPage() {
  const t = useTranslations()
  const params: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  const folder = typeof params.in === 'string' && /^[1-9]\d{0,9}$/.test(params.in) ? params.in : undefined
  const search = typeof params.q === 'string' ? params.q.slice(0, 200) : ''
  const input = { query: { ...(folder && { in: folder }), ...(search && { search }) } }
  const { query, rows, first, hasMore } = useCachedPages(portalTechnicalSupport.index, input, ({ id }) => id)
  useRefresh('technicalSupport', [portalTechnicalSupport.index])
  return (
    <Page title={t('portal.manuals.title')} back="/profile" returns>
      <Search
        search={search}
        label={t('portal.manuals.search')}
        onSearch={(text) => go({ in: folder, q: text || undefined }, { instead: true })}
      />
      <Breadcrumbs
        label={t('portal.manuals.path')}
        top={t('portal.manuals.top')}
        to="/technical_support"
        path={first?.path ?? []}
      />
      <QueryState query={query} skeleton={<LoadingSkeleton count={6} height={64} />}>
        {() =>
          rows.length > 0 ? (
            <ul className={`${cards.card} ${cards.rows}`} aria-label={t('portal.manuals.list')}>
              {rows.map((node) => (
                <Entry key={node.id} node={node} isFound={search !== ''} />
              ))}
            </ul>
          ) : (
            <NoResults search={search} />
          )
        }
      </QueryState>
      {hasMore && <More query={query} />}
    </Page>
  )
}

function NoResults({ search }: { search: string }) {
  const t = useTranslations()
  if (search)
    return (
      <p className={`${cards.card} ${cards.padded}`}>{t('portal.manuals.none_found', { text: search })}</p>
    )
  return <Notice icon={IconBooks} title={t('portal.manuals.empty')} text={t('portal.manuals.empty_text')} />
}

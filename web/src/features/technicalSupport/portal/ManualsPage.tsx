import { appTechnicalSupport } from '@kontor/contract/technicalSupport/portal'
import { IconBooks } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useRefresh } from '../../../kit/live/useEvents.ts'
import { Notice } from '../../../kit/look/Notice.tsx'
import { call } from '../../../kit/net/call.ts'
import { Answer } from '../../../kit/portal/Answer.tsx'
import { Bones } from '../../../kit/portal/Bones.tsx'
import cards from '../../../kit/portal/card.module.css'
import { More } from '../../../kit/portal/More.tsx'
import { Page } from '../../../kit/portal/Page.tsx'
import { Search } from '../../../kit/portal/Search.tsx'
import { Way } from '../../../kit/portal/Way.tsx'
import { useSearchHere } from '../../../kit/router/useSearchHere.ts'
import { useSeenPages } from '../../../kit/seen/useSeenPages.ts'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { Entry } from './Entry.tsx'
import { texts } from './texts.ts'

/** Manuals, files and links of the office: folder by folder, or searched. */
export function ManualsPage() {
  const t = useTexts(texts)
  const asked: Record<string, unknown> = useSearch({ strict: false })
  const go = useSearchHere()
  const folder = typeof asked.in === 'string' && /^[1-9]\d{0,9}$/.test(asked.in) ? asked.in : undefined
  const search = typeof asked.q === 'string' ? asked.q.slice(0, 200) : ''
  const input = { ...(folder && { in: folder }), ...(search && { search }) }
  const { query, rows, first, hasMore } = useSeenPages({
    route: appTechnicalSupport.index,
    input: { query: input },
    read: (offset, signal) => call(appTechnicalSupport.index, { query: { ...input, offset } }, { signal }),
    idOf: ({ id }) => id,
  })
  useRefresh('technicalSupport', [appTechnicalSupport.index])
  return (
    <Page title={t('portal.manuals.title')} back="/profile" returns>
      <Search
        search={search}
        label={t('portal.manuals.search')}
        onSearch={(text) => go({ in: folder, q: text || undefined }, { instead: true })}
      />
      <Way
        label={t('portal.manuals.way')}
        top={t('portal.manuals.top')}
        to="/technical_support"
        path={first?.path ?? []}
      />
      <Answer query={query} skeleton={<Bones count={6} height={64} />}>
        {() =>
          rows.length > 0 ? (
            <ul className={`${cards.card} ${cards.rows}`} aria-label={t('portal.manuals.list')}>
              {rows.map((node) => (
                <Entry key={node.id} node={node} isFound={search !== ''} />
              ))}
            </ul>
          ) : (
            <Nothing search={search} />
          )
        }
      </Answer>
      {hasMore && <More isLoading={query.isFetchingNextPage} onMore={() => void query.fetchNextPage()} />}
    </Page>
  )
}

function Nothing({ search }: { search: string }) {
  const t = useTexts(texts)
  if (search)
    return (
      <p className={`${cards.card} ${cards.padded}`}>{t('portal.manuals.none_found', { text: search })}</p>
    )
  return <Notice icon={IconBooks} title={t('portal.manuals.empty')} text={t('portal.manuals.empty_text')} />
}

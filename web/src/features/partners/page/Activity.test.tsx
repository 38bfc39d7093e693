import { partnerTimeline } from '@kontor/contract/partners/timeline'
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
// The language would come from the browser.
vi.mock('../../../lib/i18n/i18n.tsx', () => ({ useLanguage: () => ({ locale: 'cnr' }) }))
vi.mock('use-intl', () => ({ useTranslations: () => (key: string) => key }))
vi.mock('./Event.tsx', () => ({ Event: () => null }))
const { pagesKey } = await import('../../../lib/api/useApiQuery.ts')
const { PartnerHistory } = await import('./Activity.tsx')

afterEach(() => vi.useRealTimers())

/** The headings of the days with events at these times. */
function headings(...moments: string[]) {
  const client = new QueryClient()
  const result = moments.map((at) => ({ key: at, at }))
  client.setQueryData(pagesKey(partnerTimeline.index, [1, 'changes']), {
    pages: [{ result, next: null }],
    pageParams: [null],
  })
  const page = (
    <MantineProvider>
      <QueryClientProvider client={client}>
        <PartnerHistory partner={{ id: 1 }} />
      </QueryClientProvider>
    </MantineProvider>
  )
  return [...renderToStaticMarkup(page).matchAll(/<h3>(.*?),/g)].map(([, heading]) => heading)
}

test('today is not yesterday at the end of a day of 25 hours', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-10-25T23:30:00+01:00') })
  expect(headings('2026-10-25T12:00:00+01:00', '2026-10-24T12:00:00+02:00')).toEqual([
    'partner.activity.today',
    'partner.activity.yesterday',
  ])
})

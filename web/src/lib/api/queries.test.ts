import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { queryClient, refetchCached, showSaved } = await import('./queries.ts')
const PATIENT = { timeout: 90_000 } // for a busy machine

test('an initial request that is pending during an event is followed by another one', async () => {
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let calls = 0
  const read = () => answers[calls++]?.promise ?? Promise.reject(new Error('asked too often'))
  const observer = new QueryObserver(queryClient, { queryKey: ['unread'], queryFn: read })
  const stop = observer.subscribe(() => {})
  refetchCached(queryClient, ['unread'])
  answers[0]?.resolve(0) // the state before saving
  await vi.waitFor(() => expect(calls).toBe(2), PATIENT)
  answers[1]?.resolve(1)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(1), PATIENT)
  stop()
})

test('a saved record replaces its row in every cached response of its list, limited to the row’s fields', () => {
  const row = { id: 7, version: 2, name: 'Bar' }
  const other = { id: 8, version: 1, name: 'Budva' }
  queryClient.setQueryData(['cities', 'page'], { result: [other, row], total: 2 })
  queryClient.setQueryData(['cities', 'all'], [row])
  queryClient.setQueryData(['partners'], [row])
  showSaved(queryClient, ['cities'], { id: 7, version: 3, name: 'Stari Bar', note: 'x' } as typeof row)
  const saved = { id: 7, version: 3, name: 'Stari Bar' }
  expect(queryClient.getQueryData(['cities', 'page'])).toEqual({ result: [other, saved], total: 2 })
  expect(queryClient.getQueryData(['cities', 'all'])).toEqual([saved])
  expect(queryClient.getQueryData(['partners'])).toEqual([row])
  showSaved(queryClient, ['cities'], row) // an older response that arrives late
  expect(queryClient.getQueryData(['cities', 'all'])).toEqual([saved])
})

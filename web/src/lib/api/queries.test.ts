import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

vi.stubGlobal('localStorage', { getItem: () => null })
const { queryClient, readAgain } = await import('./queries.ts')

test('a first read that is under way when something is told is followed by another', async () => {
  const answers = [Promise.withResolvers<number>(), Promise.withResolvers<number>()]
  let asked = 0
  const read = () => answers[asked++]?.promise ?? Promise.reject(new Error('asked too often'))
  const observer = new QueryObserver(queryClient, { queryKey: ['unread'], queryFn: read })
  const stop = observer.subscribe(() => {})
  readAgain(queryClient, ['unread'])
  answers[0]?.resolve(0) // as it was before
  await vi.waitFor(() => expect(asked).toBe(2))
  answers[1]?.resolve(1)
  await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(1))
  stop()
})

import { expect, test } from 'vitest'
import { threadsWithNews } from './useNewMessageTone.ts'

const thread = (id: number, unread: number, updated_at: string | null) => ({
  id,
  unread,
  last_message: updated_at === null ? null : { message: 'tekst', updated_at },
})
const newsOf = (...pair: Parameters<typeof threadsWithNews>) => threadsWithNews(...pair).map(({ id }) => id)

test('a message that was read is no news when an older answer comes late', () => {
  expect(newsOf([thread(1, 0, '10:00')], [thread(1, 1, '10:00')])).toEqual([])
})

test('neither is an answer of the office, nor a thread without a message', () => {
  expect(newsOf([thread(1, 1, '10:00')], [thread(1, 1, '10:05'), thread(2, 0, null)])).toEqual([])
})

test('a later unread message is news, and so is a new thread', () => {
  const before = [thread(1, 0, '10:00'), thread(2, 0, null)]
  const now = [thread(1, 1, '10:05'), thread(2, 1, '10:01'), thread(3, 0, '10:02')]
  expect(newsOf(before, now)).toEqual([1, 2, 3])
})

import { expect, test } from 'vitest'
import { eventParser } from './eventParser.ts'

const text =
  'retry: 2000\n\n:\n\nid: 7\nevent: messages\ndata: {"slider_id":1}\n\nid: 8\nevent: messages\ndata: {"slider_id":2}\n\n'

test('parses events and the reconnection time', () => {
  expect(eventParser()(text)).toEqual({
    retry: 2000,
    events: [
      { id: '7', type: 'messages', data: { slider_id: 1 } },
      { id: '8', type: 'messages', data: { slider_id: 2 } },
    ],
  })
})

test('parses the same events from any chunking', () => {
  for (let cut = 0; cut <= text.length; cut++) {
    const parse = eventParser()
    const events = [text.slice(0, cut), text.slice(cut)].flatMap((part) => parse(part).events)
    expect(events.map(({ id }) => id)).toEqual(['7', '8'])
  }
})

test('an event that is not stored has no id', () => {
  const { events } = eventParser()('event: records\ndata: {"tables":["products"]}\n\n')
  expect(events).toEqual([{ type: 'records', data: { tables: ['products'] } }])
})

test('an incomplete event is not reported', () => {
  expect(eventParser()('id: 7\nevent: messages\ndata: {"a":1}\n').events).toEqual([])
})

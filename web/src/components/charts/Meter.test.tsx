import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Meter } from './Meter.tsx'

const drawn = (props: Partial<Parameters<typeof Meter>[0]>) =>
  renderToStaticMarkup(<Meter label="Dug" text="120 od 100" parts={[30, 90]} whole={200} {...props} />)

test('parts are layered from the left, and only the part beyond a limit is red', () => {
  const widths = (html: string) =>
    [...html.matchAll(/data-part="(\w+)" style="width:(\d+)%"/g)].map(([, ...of]) => of)
  expect(widths(drawn({}))).toEqual([
    ['1', '60'],
    ['0', '15'],
  ])
  expect(widths(drawn({ mark: 100 }))).toEqual([
    ['1', '60'],
    ['0', '15'],
  ])
  expect(widths(drawn({ mark: 100, isLimit: true }))).toEqual([
    ['over', '60'],
    ['1', '50'],
    ['0', '15'],
  ])
  expect(widths(drawn({ parts: [500] }))).toEqual([['only', '100']])
  expect(widths(drawn({ parts: [5], whole: 0 }))).toEqual([['only', '0']])
})

test('the accessible value is clamped to the bounds', () => {
  expect(drawn({})).toContain(
    'aria-valuemin="0" aria-valuemax="200" aria-valuenow="120" aria-valuetext="120 od 100"',
  )
  expect(drawn({ parts: [500] })).toContain('aria-valuenow="200"')
  expect(drawn({ parts: [-5] })).toContain('aria-valuenow="0"')
})

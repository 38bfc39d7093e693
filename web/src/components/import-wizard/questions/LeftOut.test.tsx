import type { ImportQuestion } from '@kontor/contract/lib/imports/questions'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { imports } from '../../../locales/cnr/imports.ts'
import { LeftOut } from './LeftOut.tsx'

const unknown = (answer: 'leave_out' | 'refuse' | null, blocking = true): ImportQuestion => ({
  kind: 'unknown',
  blocking,
  answer,
  count: 240,
  fields: [],
  rows: [],
})

const skippedText = (left_out: number, questions: ImportQuestion[]) => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="sr-Latn-ME" timeZone="UTC" messages={imports as never}>
      <LeftOut result={{ left_out, left_out_rows: [], questions }} />
    </IntlProvider>,
  )
  return /<p[^>]*>(.*?) *<button/.exec(html)?.[1]
}

test('the notice says that rows are skipped after the user chose it, and until then that they would be', () => {
  expect(skippedText(240, [unknown('leave_out')])).toBe('240 redova fajla je izostavljeno.')
  expect(skippedText(240, [unknown('leave_out', false)])).toBe('240 redova fajla je izostavljeno.')
  expect(skippedText(240, [unknown(null)])).toBe('240 redova fajla se izostavlja samo ako to izaberete.')
  expect(skippedText(242, [unknown(null)])).toBe(
    '2 reda fajla su izostavljena. 240 redova fajla se izostavlja samo ako to izaberete.',
  )
})

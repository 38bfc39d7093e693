import type { Locale } from '@kontor/contract/lib/text/locales'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { RejectedEdit } from './useNumberEdit.ts'

let locale: Locale = 'cnr'
vi.stubGlobal('localStorage', { getItem: () => null })
vi.mock('../../../lib/i18n/i18n.tsx', () => ({
  useLanguage: () => ({ locale }),
  useMessage: () => (key: string) => key,
}))
const { useNumberEdit } = await import('./useNumberEdit.ts')

const value = {
  label: 'Cijena',
  value: '10',
  decimals: 2,
  format: (number: string) => number,
  rule: z.string(),
  save: async () => {},
}

/** Shows what an input begins with, and what it would save. */
function Beginning({ rejected }: { rejected: RejectedEdit | null }) {
  const { text, sent } = useNumberEdit(value, rejected)
  return `${text} ${sent}`
}
function beginning(rejected: RejectedEdit | null, now: Locale) {
  locale = now
  return renderToStaticMarkup(<Beginning rejected={rejected} />)
}

test('a rejected number is reformatted in another language, and never parsed again', () => {
  const rejected = { text: '1.250', sent: '1250', in: 'cnr' as const, reason: 'table.conflict' }
  expect(beginning(rejected, 'cnr')).toBe('1.250 1250')
  expect(beginning(rejected, 'en')).toBe('1,250.00 1250')
  expect(beginning(null, 'en')).toBe('10.00 10')
  const invalid = { text: 'skupo', sent: 'skupo', in: 'cnr' as const, reason: 'validation.number' }
  expect(beginning(invalid, 'en')).toBe('skupo skupo')
})

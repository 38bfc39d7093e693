import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'

// The language would come from the browser.
vi.mock('../../lib/i18n/i18n.tsx', () => ({ useLanguage: () => ({ locale: 'cnr' }) }))
vi.mock('use-intl', () => ({ useTranslations: () => (key: string) => key }))
const { DayInput } = await import('./DayInput.tsx')

/** The text of the input on its first render. */
const initialText = (value: string) => {
  const field = (
    <MantineProvider>
      <DayInput value={value} onChange={() => {}} onInvalidText={() => {}} />
    </MantineProvider>
  )
  const [input = ''] = /<input[^>]*data-dates-input[^>]*>/.exec(renderToStaticMarkup(field)) ?? []
  return /value="([^"]*)"/.exec(input)?.[1]
}

test('an invalid text is still shown after the field is mounted again', () => {
  expect(initialText('31.2.2026')).toBe('31.2.2026')
  expect(initialText('2026-11-21')).toBe('21.11.2026.')
  expect(initialText('')).toBe('')
})

import { MantineProvider } from '@mantine/core'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, test } from 'vitest'
import { app } from '../../../locales/cnr/app.ts'
import { PickInput } from './PickInput.tsx'

test('a chosen record that is inactive now says so', () => {
  const html = renderToStaticMarkup(
    <IntlProvider locale="sr-Latn-ME" timeZone="UTC" messages={app as never}>
      <MantineProvider>
        <PickInput
          name="partners"
          field={{ label: 'Partneri', required: true } as never}
          chosen={[
            { id: 1, name: 'Auto Bar', is_active: true },
            { id: 2, name: 'Auto Kotor', is_active: false },
            { id: 3, name: 'Auto Tivat' },
          ]}
          many
          canEmpty
          typing={{ text: '', keys: {}, isLocked: true } as never}
          onChoose={() => {}}
        />
      </MantineProvider>
    </IntlProvider>,
  )
  const chips = [...html.matchAll(/data-chip[^>]*>([^<]*)</g)].map(([, text]) => text)
  expect(chips).toEqual(['Auto Bar', 'Auto Kotor (neaktivan zapis)', 'Auto Tivat'])
})

import { figure } from '@kontor/contract/kit/numbers/decimal-field'
import { type Partner, partners } from '@kontor/contract/partners'
import { figureFields } from '@kontor/contract/partners/fields'
import { useMemo } from 'react'
import { useRowSaves } from '../../../kit/inline/useRowSaves.ts'
import { call } from '../../../kit/net/call.ts'
import { formatOf } from '../../../kit/texts/format.ts'
import { useLanguage, useMessage } from '../../../kit/texts/i18n.tsx'

type Figure = 'debt' | 'debitLimit' | 'outOfCurrency'

/** What a partner owes, its limit and what is overdue, edited where they stand: each is saved by itself. */
export function usePartnerDebt() {
  const { locale } = useLanguage()
  const message = useMessage()
  const numberOf = useRowSaves<Partner>(partners.index)
  return useMemo(() => {
    const { euro } = formatOf(locale)
    return (row: Partner, name: Figure) =>
      numberOf(row, {
        label: `${figureFields[name].label[locale]}: ${row.name}`,
        of: (one) => one[name] ?? '0',
        decimals: 2,
        print: euro,
        rule: figure,
        empty: 'validation.field',
        said: message('success.edit'),
        send: (value, { version }) =>
          call(partners.patch, { params: { id: String(row.id) }, body: { [name]: value ?? '', version } }),
      })
  }, [locale, message, numberOf])
}

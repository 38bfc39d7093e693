import { moneyOrPercent } from '@kontor/contract/lib/numbers/decimal-field'
import { type Partner, partners } from '@kontor/contract/partners'
import { figureFields } from '@kontor/contract/partners/fields'
import { useMemo } from 'react'
import { useRowSaves } from '../../../components/data-table/inline-edit/useRowSaves.ts'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage, useMessage } from '../../../lib/i18n/i18n.tsx'

type Figure = 'debt' | 'debitLimit' | 'outOfCurrency'

/** Inline editing of a partner's debt, limit and overdue amount; each is saved on its own. */
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
        format: euro,
        rule: moneyOrPercent,
        empty: 'validation.field',
        successText: message('success.edit'),
        send: (value, { version }) =>
          apiRequest(partners.patch, {
            params: { id: String(row.id) },
            body: { [name]: value ?? '', version },
          }),
      })
  }, [locale, message, numberOf])
}

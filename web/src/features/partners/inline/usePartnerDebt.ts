import { keysOf } from '@kontor/contract/kit/list/keyed'
import { figure } from '@kontor/contract/kit/numbers/decimal-field'
import { type Partner, partners } from '@kontor/contract/partners'
import { figureFields, partnerFields } from '@kontor/contract/partners/fields'
import { useMemo } from 'react'
import { partOf, useRowSaves } from '../../../kit/inline/useRowSaves.ts'
import { call } from '../../../kit/net/call.ts'
import { notify } from '../../../kit/notify/notify.tsx'
import { formatOf } from '../../../kit/texts/format.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'

type Figure = 'debt' | 'debitLimit' | 'outOfCurrency'

/** What a partner owes, its limit and what is overdue, edited where they stand: each is saved by itself. */
export function usePartnerDebt() {
  const { locale } = useLanguage()
  const inRow = useRowSaves(partners.index)
  return useMemo(() => {
    const { euro } = formatOf(locale)
    return (row: Partner, name: Figure) => ({
      label: `${figureFields[name].label[locale]}: ${row.name}`,
      value: row[name] ?? '0',
      decimals: 2,
      print: euro,
      rule: figure,
      empty: 'validation.field',
      save: async (value: string | null) => {
        await inRow(row, (version, last) => {
          // The call takes the whole partner: what the save before has left of it, never what stood before that.
          const now: Partner = { ...row, ...last }
          const body = {
            ...partOf(now, keysOf(partnerFields)),
            city_id: now.city_id ?? 0, // the server says that it has none
            categories: now.categories.map(({ id }) => id),
          }
          return call(partners.update, {
            params: { id: String(row.id) },
            body: { ...body, [name]: value ?? '', version },
          })
        })
        notify.success('success.edit')
      },
    })
  }, [locale, inRow])
}

import { bulkRules } from '@kontor/contract/kit/bulk/bulk'
import { ruleOf } from '@kontor/contract/kit/resource/rules'
import { type Product, productFields, products } from '@kontor/contract/products'
import { useMemo } from 'react'
import { useRowSaves } from '../../../kit/inline/useRowSaves.ts'
import { call } from '../../../kit/net/call.ts'
import { notify } from '../../../kit/notify/notify.tsx'
import { formatOf } from '../../../kit/texts/format.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'

type Name = 'price' | 'quantity'

const rules = {
  price: ruleOf(productFields.price),
  quantity: bulkRules.count(productFields.quantity.message),
}

/** The price and the quantity of a product as they are edited where they stand: each is saved by itself. */
export function useProductNumbers() {
  const { locale } = useLanguage()
  const inRow = useRowSaves(products.index)
  return useMemo(() => {
    const { euro, integer } = formatOf(locale)
    const print = { price: euro, quantity: (value: string) => integer(Number(value)) }
    return (row: Product, name: Name) => ({
      label: `${productFields[name].label[locale]}: ${row.name}`,
      value: String(row[name]),
      decimals: name === 'price' ? 2 : 0,
      print: print[name],
      rule: rules[name],
      empty: 'validation.field',
      save: async (value: string | null) => {
        await inRow(row, (version, last) => {
          // The call takes the whole product: what the save before has left of it, never what stood before that.
          const { erp_code, name: title, description, price, quantity } = { ...row, ...last }
          const form = {
            erp_code,
            name: title,
            description: description ?? '',
            price,
            quantity: String(quantity),
          }
          return call(products.update, {
            params: { id: String(row.id) },
            form: { ...form, [name]: value ?? '', version: String(version) },
            files: { image: undefined },
          })
        })
        notify.success('success.edit')
      },
    })
  }, [locale, inRow])
}

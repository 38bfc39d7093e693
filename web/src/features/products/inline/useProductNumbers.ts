import { bulkRules } from '@kontor/contract/lib/resources/bulk'
import { ruleOf } from '@kontor/contract/lib/resources/rules'
import { type Product, productFields, products } from '@kontor/contract/products'
import { useMemo } from 'react'
import { useRowSaves } from '../../../components/data-table/inline-edit/useRowSaves.ts'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage, useMessage } from '../../../lib/i18n/i18n.tsx'

type Name = 'price' | 'quantity'

const rules = {
  price: ruleOf(productFields.price),
  quantity: bulkRules.count(productFields.quantity.message),
}

/** Inline editing of a product's price and quantity; each is saved on its own. */
export function useProductNumbers() {
  const { locale } = useLanguage()
  const message = useMessage()
  const numberOf = useRowSaves<Product>(products.index)
  return useMemo(() => {
    const { euro, decimal } = formatOf(locale)
    const formats = { price: euro, quantity: decimal } // a quantity that is no integer is shown as typed and rejected
    return (row: Product, name: Name) =>
      numberOf(row, {
        label: `${productFields[name].label[locale]}: ${row.name}`,
        of: (one) => String(one[name]),
        decimals: name === 'price' ? 2 : 0,
        format: formats[name],
        rule: rules[name],
        empty: 'validation.field',
        successText: message('success.edit'),
        send: (value, { id, version }, isBack) =>
          apiRequest(products.patch, {
            params: { id: String(id) },
            body: { [name]: value ?? '', version, ...(isBack && { undo: true }) },
          }),
      })
  }, [locale, message, numberOf])
}

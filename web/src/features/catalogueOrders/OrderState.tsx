import { type CatalogueOrder, catalogueOrderList, inactiveOrder } from '@kontor/contract/catalogueOrders'
import { optionLabel } from '@kontor/contract/lib/lists/list'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

type Order = Pick<CatalogueOrder, 'ignore_quantity' | 'is_active'>

/** Whether the product was in stock when it was ordered; or that the order is deactivated. */
export function OrderState({ order: { ignore_quantity, is_active } }: { order: Order }) {
  const { locale } = useLanguage()
  if (!is_active) return <StatusChip on={false} label={inactiveOrder[locale]} />
  const label = optionLabel(catalogueOrderList.columns.ignore_quantity, ignore_quantity, locale) ?? ''
  return <StatusChip on tone={ignore_quantity ? 'warn' : 'ok'} label={label} />
}

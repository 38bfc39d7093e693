import { cart, cartList } from '@kontor/contract/campaigns/cart'
import { useListState } from '../../../components/data-table/list-page/useListState.ts'
import type { Scope } from '../../../components/data-table/list-page/useRows.ts'
import { useListViews } from '../../../components/data-table/saved-views/useListViews.ts'

/** The state of the cart's list with the filters of its view, for what is shown around the list. */
export function useCartState(scope: Scope | undefined) {
  const { preferences } = useListViews(cart.index, cartList, scope !== undefined)
  return useListState(cartList, '', preferences)
}

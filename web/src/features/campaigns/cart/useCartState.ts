import { cart, cartList } from '@kontor/contract/campaigns/cart'
import { useListState } from '../../../components/data-table/list-page/useListState.ts'
import type { Scope } from '../../../components/data-table/list-page/useRows.ts'
import { useSavedViews } from '../../../components/data-table/saved-views/useSavedViews.ts'

/** In a campaign as many lines as fill the window: of a page of /cart half would be out of sight. */
const ofCampaign = { ...cartList, fills: true } as const

/** The list of all carts, or of one campaign's. */
export const cartListOf = (scope: Scope | undefined) => (scope ? ofCampaign : cartList)

/** The state of the cart's list with the filters of its view, for what is shown around the list. */
export function useCartState(scope: Scope | undefined) {
  const list = cartListOf(scope)
  const { preferences } = useSavedViews(cart.index, list, scope !== undefined)
  return useListState(list, '', preferences)
}

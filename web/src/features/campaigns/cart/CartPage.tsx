import { CartList } from './CartList.tsx'

/** What partners have ordered in all campaigns. */
export const CartPage = () => <CartList />

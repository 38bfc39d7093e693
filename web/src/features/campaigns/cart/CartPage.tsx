import { CartList } from './CartList.tsx'

/** The orders of partners in all campaigns. */
export const CartPage = () => <CartList />

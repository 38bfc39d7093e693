import type { PortalProduct } from '@kontor/contract/catalogue/portal'
import type { Offered } from '../../../components/ordering/basket.ts'

/** A product of the catalogue as a basket entry. */
export const offered = ({ id, name, erp_code, image, price }: PortalProduct): Offered => ({
  product_id: id,
  campaign: null,
  name,
  erp_code,
  image,
  price,
})

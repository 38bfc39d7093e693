import { CatalogueOrders } from './CatalogueOrders.tsx'

/** The orders of partners from the catalogue. */
export const CatalogueOrdersPage = () => <CatalogueOrders />

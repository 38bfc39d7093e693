import { CatalogueOrders } from './CatalogueOrders.tsx'

/** What partners have ordered from the catalogue. */
export const CatalogueOrdersPage = () => <CatalogueOrders />

import { IconPackage } from '@tabler/icons-react'
import { registerFeature } from '../../app/feature.ts'
import { createSearch } from '../../components/command-palette/finder.ts'
import { lazyPage } from '../../lib/router/lazyPage.tsx'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

export const products = registerFeature({
  screens: [
    {
      path: '/products',
      label: { cnr: 'Proizvodi', en: 'Products' },
      icon: IconPackage,
      permission: 'products.see',
      group: 'sales',
      letter: 'r',
      page: lazyPage(() => import('./ProductsPage.tsx'), 'ProductsPage'),
      add: { label: { cnr: 'Dodaj proizvod', en: 'Add product' }, permission: 'products.change' },
      import: 'products.import',
      views: {
        load: async () => (await import('@kontor/contract/products')).productList.views,
        permission: [],
      },
      find: async () => {
        const { products } = await import('@kontor/contract/products')
        return createSearch(products.index, ({ id, name, erp_code, quantity }) => ({
          id,
          name,
          code: erp_code,
          pieces: quantity,
        }))
      },
    },
  ],
  pickers: { products: lazyPart(() => import('./ProductPicker.tsx'), 'ProductPicker') },
  mention: {
    kind: 'product',
    address: ({ id }) => ({ to: '/products', search: { 'f.id': String(id), row: String(id) } }),
    permission: 'products.see',
  },
})

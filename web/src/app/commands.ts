import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { DefaultView } from '@kontor/contract/lib/lists/list'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { partnerList } from '@kontor/contract/partners'
import { productList } from '@kontor/contract/products'
import { resources } from '@kontor/contract/resources'
import { IconFileImport, IconFilter, IconPlus } from '@tabler/icons-react'
import type { Command } from '../components/shell/screen.ts'

const adding = (path: string, cnr: string, en: string, permission: RequiredPermission): Command => ({
  ...{ path, icon: IconPlus, label: { cnr, en }, permission: [permission] },
  search: { add: '1' },
})

const importing = (path: string, cnr: string, en: string, permission: RequiredPermission): Command => ({
  ...{
    path,
    icon: IconFileImport,
    label: { cnr: `Uvezi: ${cnr}`, en: `Import: ${en}` },
    permission: [permission],
  },
  ...{ search: { import: '1' }, isRare: true },
})

/** The looks at a list that it has without anybody saving them. */
const viewCommands = (
  path: string,
  views: Readonly<Record<string, DefaultView>> = {},
  permission: readonly RequiredPermission[],
) =>
  Object.entries(views).map(
    ([view, { label }]): Command => ({
      path,
      icon: IconFilter,
      label,
      permission,
      search: { view },
      isRare: true,
    }),
  )

const plain = Object.values<Resource>(resources).flatMap(({ name, labels: { cnr, en } }) => [
  adding(`/${name}`, cnr.add, en.add, `${name}.change`),
  importing(`/${name}`, cnr.title, en.title, `${name}.import`),
])

/** What the palette offers to do at once: a screen with its empty form, its import or one of its looks. */
export const commands: readonly Command[] = [
  adding('/partners', 'Dodaj partnera', 'Add a partner', 'partners.change'),
  adding('/campaigns', 'Dodaj kampanju', 'Add a campaign', 'campaigns.change'),
  adding('/products', 'Dodaj proizvod', 'Add a product', 'products.change'),
  adding('/catalogue', 'Dodaj kategoriju u katalog', 'Add a category to the catalogue', 'catalogue.change'),
  adding('/sliders', 'Dodaj slajder', 'Add a slider', 'sliders.change'),
  adding('/notifications', 'Nova notifikacija', 'New notification', 'notifications.send'),
  adding(
    '/technical_support',
    'Dodaj u tehničku podršku',
    'Add to technical support',
    'technicalSupport.change',
  ),
  adding('/stores', 'Dodaj prodavnicu', 'Add a store', 'stores.change'),
  adding('/users', 'Dodaj korisnika', 'Add a user', 'users.change'),
  adding('/webhooks', 'Dodaj webhook', 'Add a webhook', 'webhooks.change'),
  importing('/partners', 'Partneri', 'Partners', 'partners.import'),
  importing('/products', 'Proizvodi', 'Products', 'products.import'),
  importing('/stores', 'Prodavnice', 'Stores', 'stores.import'),
  importing('/users', 'Korisnici', 'Users', 'users.import'),
  ...plain,
  ...viewCommands('/partners', partnerList.views, ['figures.see']),
  ...viewCommands('/products', productList.views, []),
]

/** Screens whose list the server knows by another name, or that have it under a tab. */
export const screenOfList: Readonly<Record<string, string>> = {
  customerSupport: '/customerService',
  catalogue_order: '/catalogue_orders',
  api_keys: '/users?tab=keys',
  sign_ins: '/users?tab=sign_ins',
  jobs: '/users?tab=jobs',
}

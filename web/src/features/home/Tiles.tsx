import type { home } from '@kontor/contract/home'
import { active, listLinks, ordersOn } from '@kontor/contract/home/links'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import type { Labels } from '@kontor/contract/lib/resources/labels'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { addDays, type Locale, officeToday } from '@kontor/contract/lib/text/locales'
import { resources } from '@kontor/contract/resources'
import { IconSettings } from '@tabler/icons-react'
import type { Messages } from 'use-intl'
import type { Screen } from '../../components/shell/screen.ts'

/** Message keys of tiles. */
type TextKey = keyof Messages['home']['tile']

/** What is counted, by language. */
type Counted = Readonly<Record<Locale, NonNullable<Labels['counted']>>>

/** A home tile: a figure, a label of what it counts, and a context line. */
export interface Tile {
  count: number
  /** A text of home, or a generated resource's own label. */
  text: TextKey | Counted
  context?: { key: TextKey; count: number }
  /** Search params of the list that show the counted rows. */
  search?: Record<string, string>
}

type Figures = ResponseBody<typeof home.figures>

/** Filter of the thirty days that the server counts. */
const sentInLast30Days = () => ({
  'f.state': 'sent',
  'f.updated_at': `>=${addDays(officeToday(), -29)}`,
})

/** Filter of today's orders, in the office's time zone. */
export const ofToday = () => ordersOn(officeToday())

const counted = (text: Tile['text'], count: number | undefined) =>
  count === undefined ? undefined : { count, text, search: active }

/** Generated resources: the number of active records, when a label for it exists. */
const generated = Object.values<Resource<keyof typeof resources>>(resources).flatMap(
  ({ name, labels: { cnr, en } }) => {
    if (!cnr.counted || !en.counted) return []
    const text = { cnr: cnr.counted, en: en.counted }
    return [[`/${name}`, (figures: Figures) => counted(text, figures[name])] as const]
  },
)

/** The tiles by screen path; undefined for figures without permission. */
export const tiles: Readonly<Record<string, (figures: Figures) => Tile | undefined>> = {
  '/partners': ({ partners }) =>
    partners && {
      count: partners.active,
      text: 'partners',
      context: { key: 'inactive_partners', count: partners.inactive },
      search: listLinks.partners,
    },
  '/campaigns': ({ campaigns }) =>
    campaigns && {
      count: campaigns.shown,
      text: 'campaigns',
      context: { key: 'hidden_campaigns', count: campaigns.hidden },
      search: listLinks.campaigns,
    },
  '/cart': ({ cart }) =>
    cart && {
      count: cart.undelivered,
      text: 'cart',
      context: { key: 'cart_partners', count: cart.partners },
      search: listLinks.cart,
    },
  '/products': ({ products }) =>
    products && {
      count: products.out_of_stock,
      text: 'out_of_stock',
      context: { key: 'of_products', count: products.active },
      search: listLinks.products,
    },
  '/catalogue': ({ catalogue }) =>
    catalogue && {
      count: catalogue.products,
      text: 'catalogue',
      context: { key: 'catalogue_categories', count: catalogue.categories },
    },
  '/catalogue_orders': ({ catalogueOrders }) =>
    catalogueOrders && {
      count: catalogueOrders.today,
      text: 'orders_today',
      context: { key: 'orders_pieces', count: catalogueOrders.pieces },
      search: ofToday(),
    },
  '/sliders': ({ sliders }) =>
    sliders && {
      count: sliders.visible,
      text: 'sliders',
      context: { key: 'hidden_sliders', count: sliders.hidden },
      search: listLinks.sliders,
    },
  '/notifications': ({ notifications }) =>
    notifications && {
      count: notifications.recent,
      text: 'notifications',
      context: { key: 'devices', count: notifications.devices },
      search: sentInLast30Days(),
    },
  '/technical_support': ({ technicalSupport }) =>
    technicalSupport && {
      count: technicalSupport.items,
      text: 'support_items',
      context: { key: 'support_folders', count: technicalSupport.folders },
    },
  '/customerService': ({ support }) =>
    support && {
      count: support.open,
      text: 'support',
      context: { key: 'complaints', count: support.complaints },
    },
  '/stores': ({ stores }) => counted('stores', stores),
  ...Object.fromEntries(generated),
  '/users': ({ users }) =>
    users && {
      count: users.staff,
      text: 'users',
      context: { key: 'partner_users', count: users.partners },
      search: { view: 'staff' },
    },
}

/** The documented tiles in order; the others are collapsed. */
export const first = ['/partners', '/sliders', '/campaigns', '/products', '/notifications', '/users']

/** Name and icon of tiles that differ from their screen's. */
export const named: Readonly<Record<string, Pick<Screen, 'label' | 'icon'>>> = {
  // The documented name of the users screen; the user's own settings are in the account menu.
  '/users': { label: { cnr: 'Podešavanja', en: 'Settings' }, icon: IconSettings },
}

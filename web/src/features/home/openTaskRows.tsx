import type { Waiting } from '@kontor/contract/home/day'
import { listLinks } from '@kontor/contract/home/links'
import type { Permission } from '@kontor/contract/lib/http/permissions'
import { daysAgo } from '@kontor/contract/lib/text/locales'
import {
  type Icon,
  IconAlertTriangle,
  IconBellX,
  IconMessages,
  IconReceipt,
  IconTruckDelivery,
} from '@tabler/icons-react'
import { Fragment, type ReactNode } from 'react'
import type { Format } from '../../lib/i18n/format.ts'
import type { Translate } from '../../lib/i18n/i18n.tsx'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { ofToday } from './Tiles.tsx'

/** An open task: count, subject, age, and where it is done. */
export interface OpenTaskRow {
  what: Exclude<keyof Waiting, 'last_order'>
  icon: Icon
  /** Something failed. */
  isBad?: true
  count: number
  whose: ReactNode
  more: string
  age: string
  to: string
  search?: Record<string, string>
}

/** The permission for a row's action; without it the row only links to the list. */
export const actionPermissions: Partial<Record<OpenTaskRow['what'], Permission>> = {
  chats: 'sliders.send',
  cart: 'cart.change',
  complaints: 'customerSupport.change',
  push: 'notifications.send',
}

/** The rows of open tasks, always in the same order. */
export function openTaskRows(data: Waiting, t: Translate, format: Format): OpenTaskRow[] {
  const rows = [
    data.chats && chatsRow(data.chats, t, format),
    data.cart && cartRow(data.cart, t, format),
    data.catalogueOrders && ordersRow(data.catalogueOrders, t, format),
    data.complaints && complaintsRow(data.complaints, t, format),
    data.push && pushRow(data.push, t, format),
  ]
  return rows.filter((row) => row !== undefined)
}

type Part<K extends keyof Waiting> = NonNullable<Waiting[K]>

/** `danas 08:46`, `juče 15:40`, `prije 6 dana`: by calendar days of the office, not by hours. */
export const ageOf = (moment: string, t: Translate, { time }: Format) =>
  t('home.waiting.age', { days: Math.max(0, daysAgo(moment)), time: time(moment) })

/** The number of further names. */
const andMore = (t: Translate, more: number) => (more > 0 ? ` ${t('home.waiting.and_more', { more })}` : '')

/** Names, separated by commas. */
const listed = <T,>(some: readonly T[], keyOf: (one: T) => string | number, node: (one: T) => ReactNode) =>
  some.map((one, index) => (
    <Fragment key={keyOf(one)}>
      {index > 0 && ', '}
      {node(one)}
    </Fragment>
  ))

function chatsRow(
  { threads, sliders, oldest, people }: Part<'chats'>,
  t: Translate,
  format: Format,
): OpenTaskRow {
  return {
    what: 'chats',
    icon: IconMessages,
    count: threads,
    whose: listed(
      people,
      ({ thread_id }) => thread_id,
      ({ name, partner }) => (
        <>
          <PartnerLink {...partner} /> ({name})
        </>
      ),
    ),
    more: `${andMore(t, threads - people.length)}; ${t('home.waiting.chats.in', { sliders })}`,
    age: t('home.waiting.oldest', { age: ageOf(oldest, t, format) }),
    to: people[0] ? `/sliders/${people[0].slider_id}/chat` : '/sliders',
    ...(people[0] && { search: { thread: String(people[0].thread_id) } }),
  }
}

function cartRow(cart: Part<'cart'>, t: Translate, format: Format): OpenTaskRow {
  const { items, partners, named, total, oldest } = cart
  return {
    what: 'cart',
    icon: IconTruckDelivery,
    count: items,
    whose: listed(
      named,
      ({ id }) => id,
      (one) => (
        <>
          <PartnerLink {...one} /> {t('home.figure', { count: one.items })}
        </>
      ),
    ),
    more: `${andMore(t, partners - named.length)}; ${format.sum(total)}`,
    age: t('home.waiting.oldest', { age: ageOf(oldest, t, format) }),
    to: '/cart',
    search: listLinks.cart,
  }
}

function ordersRow(orders: Part<'catalogueOrders'>, t: Translate, format: Format): OpenTaskRow {
  const { named, partners, total, last } = orders
  return {
    what: 'catalogueOrders',
    icon: IconReceipt,
    count: orders.orders,
    whose: listed(
      named,
      ({ id }) => id,
      (one) => <PartnerLink {...one} />,
    ),
    more: `${andMore(t, partners - named.length)}; ${format.sum(total)}`,
    age: t('home.waiting.catalogueOrders.age', { age: format.time(last) }),
    to: '/catalogue_orders',
    search: ofToday(),
  }
}

function complaintsRow(
  { open, partner, words, oldest }: Part<'complaints'>,
  t: Translate,
  format: Format,
): OpenTaskRow {
  return {
    what: 'complaints',
    icon: IconAlertTriangle,
    isBad: true,
    count: open,
    whose: <PartnerLink {...partner} />,
    more: `: ${t('home.waiting.quoted', { text: words })}`,
    age: t('home.waiting.oldest', { age: ageOf(oldest, t, format) }),
    to: '/customerService',
    search: { type: '3' },
  }
}

function pushRow({ failed, notification, at }: Part<'push'>, t: Translate, format: Format): OpenTaskRow {
  const { subject, accepted, devices } = notification
  return {
    what: 'push',
    icon: IconBellX,
    isBad: true,
    count: failed,
    whose: t('home.waiting.quoted', { text: subject }),
    more: `, ${t('home.waiting.push.reached', { accepted, devices })}`,
    age: ageOf(at, t, format),
    to: '/notifications',
    search: { 'f.subject': subject },
  }
}

import * as z from 'zod/mini'
import { route } from './lib/http/route.ts'
import { keyed, keysOf } from './lib/lists/keys.ts'
import { resources } from './resources.ts'

/** The plain resources whose active records the home page counts. */
export const countedResources = keysOf(resources)
  .filter((name) => resources[name].labels.cnr.counted)
  .sort()

/**
 * Tables that home and the page of a partner show, of which no record tells its changes: an import writes thousands at
 * once, and some have no other screen that waits. What is told now and then is that their counters moved, and this is the
 * only way to hear of a single edit as well.
 */
export const watchedTables = [
  ...countedResources,
  ...(['notifications', 'partners', 'products', 'stores', 'users'] as const),
]

type Watched = Record<(typeof watchedTables)[number], true>
declare module './lib/http/events.ts' {
  interface WatchedTables extends Watched {}
}

export const home = {
  figures: route({
    method: 'GET',
    path: '/api/home',
    audience: 'staff',
    permission: 'signed-in',
    summary: 'The figures of the home page, of what the caller may see',
    reply: z.partial(
      z.object({
        products: z.object({ active: z.int(), out_of_stock: z.int() }),
        partners: z.object({ active: z.int(), inactive: z.int() }),
        /** Those that partners see today, and those that they do not. */
        campaigns: z.object({ shown: z.int(), hidden: z.int() }),
        /** Lines of the carts of campaigns that wait to be delivered, and of how many partners. */
        cart: z.object({ undelivered: z.int(), partners: z.int() }),
        sliders: z.object({ visible: z.int(), hidden: z.int() }),
        users: z.object({ staff: z.int(), partners: z.int() }),
        /** Sent on the last thirty days of the office, today's among them, and the devices that messages can go to. */
        notifications: z.object({ recent: z.int(), devices: z.int() }),
        support: z.object({ open: z.int(), complaints: z.int() }),
        ...keyed(countedResources, () => z.int()),
        stores: z.int(),
        /** Of what is not deleted; hidden are those that are so themselves. */
        catalogue: z.object({ categories: z.int(), products: z.int(), hidden: z.int() }),
        technicalSupport: z.object({ folders: z.int(), items: z.int() }),
        /** Active orders of today in the office, with their pieces and euros. */
        catalogueOrders: z.object({ today: z.int(), pieces: z.int(), total: z.string() }),
      }),
    ),
  }),
}

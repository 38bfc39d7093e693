import { type CartItem, cart, MAX_DELIVERED } from '@kontor/contract/campaigns/cart'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import { IconArrowBackUp, IconTruckDelivery } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RowAction } from '../../../components/data-table/rowAction.ts'
import type { BulkAction } from '../../../components/data-table/toolbar/BulkBar.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { apiRequest, rowNow } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { responseKey } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'

type Delivered = CartItem['is_delivered']
type Outcome = ResponseBody<typeof cart.deliverMany>['result'][number]

/**
 * Delivers items with the versions on screen; an order that has changed since is rejected. Several
 * items are sent in batches, and the server reports each.
 */
async function send(items: readonly CartItem[], is_delivered: Delivered, undo: boolean): Promise<Outcome[]> {
  const [first] = items
  if (first && items.length === 1) {
    const { id, version } = first
    try {
      const params = { id: String(id) }
      const item = await apiRequest(cart.deliver, { params, body: { is_delivered, version, undo } })
      return [{ id, outcome: 'changed', item }]
    } catch (error) {
      const item = rowNow<CartItem>(error)
      if (item?.is_delivered === is_delivered) return [{ id, outcome: 'unchanged', item }]
      throw error
    }
  }
  const outcomes: Outcome[] = []
  for (let at = 0; at < items.length; at += MAX_DELIVERED) {
    const batch = items.slice(at, at + MAX_DELIVERED)
    const ids = batch.map(({ id }) => id)
    const versions = batch.map(({ version }) => version)
    outcomes.push(
      ...(await apiRequest(cart.deliverMany, { body: { ids, versions, is_delivered, undo } })).result,
    )
  }
  return outcomes
}

/** Replaces the rows on screen with the responses, before everything is refetched. */
function replace(queries: QueryClient, outcomes: readonly Outcome[]) {
  const answered = new Map(outcomes.map(({ id, item }) => [id, item]))
  queries.setQueriesData<ResponseBody<typeof cart.index>>(
    { queryKey: responseKey(cart.index) },
    (page) => page && { ...page, result: page.result.map((row) => answered.get(row.id) ?? row) },
  )
  void queries.invalidateQueries()
}

/** The actions on cart items, with confirmation and a result for items that were not changed. */
export function useDelivery() {
  const t = useTranslations()
  const [question, ask] = useQuestion()
  const { result, forget, run } = useRun()
  const deliver = useCallback(
    async (items: readonly CartItem[], to: Delivered) =>
      Boolean(await ask(items, to)) && (await run(items, to)),
    [ask, run],
  )
  const deliverAndAdvance = useCallback(
    async (item: CartItem, hasNext: boolean) => {
      const answer = await ask([item], 1, hasNext)
      return answer && (await run([item], 1)) && answer
    },
    [ask, run],
  )
  const actions = useMemo<RowAction<CartItem>[]>(() => {
    const both = { slot: 'delivery', shortcut: 'd', permission: cart.deliver.permission }
    return [
      {
        ...both,
        key: 'deliver',
        icon: IconTruckDelivery,
        label: t('cart.deliver'),
        when: ({ is_delivered }) => is_delivered === 0,
        run: (item) => void deliver([item], 1),
        runAndAdvance: deliverAndAdvance,
      },
      {
        ...both,
        key: 'undeliver',
        icon: IconArrowBackUp,
        label: t('cart.undeliver'),
        when: ({ is_delivered }) => is_delivered === 1,
        run: (item) => void deliver([item], 0),
      },
    ]
  }, [t, deliver, deliverAndAdvance])
  const bulk = useMemo<BulkAction<CartItem>[]>(() => {
    const { permission } = cart.deliverMany
    return [
      {
        permission,
        key: 'deliver',
        icon: IconTruckDelivery,
        label: t('cart.deliver_many'),
        when: ({ is_delivered }) => is_delivered === 0,
        run: (items) => deliver(items, 1),
      },
      {
        permission,
        key: 'undeliver',
        icon: IconArrowBackUp,
        label: t('cart.undeliver_many'),
        when: ({ is_delivered }) => is_delivered === 1,
        run: (items) => deliver(items, 0),
      },
    ]
  }, [t, deliver])
  return { actions, bulk, question, result, forget }
}

/** The confirmation, with texts for both directions; with `hasNext` one may go on to the `next` item. */
function useQuestion() {
  const t = useTranslations()
  const { euro } = useFormat()
  const [question, confirm] = useConfirm()
  const ask = useCallback(
    async (items: readonly CartItem[], to: Delivered, hasNext = false): Promise<boolean | 'next'> => {
      let answer: true | 'next' = true
      const goOn = () => {
        answer = 'next'
      }
      const word = to === 1 ? 'deliver' : 'undeliver'
      const [first] = items
      if (first && items.length === 1) {
        const { product_name: product, quantity: pieces, partner } = first
        const isConfirmed = await confirm({
          title: t(`cart.${word}_title`),
          text: t(`cart.${word}_text`, { product, pieces, partner: partner.name }),
          action: t(`cart.${word}`),
          ...(hasNext && {
            next: { label: t('cart.deliver_next'), onChoose: goOn },
          }),
        })
        return isConfirmed && answer
      }
      return confirm({
        title: t(`cart.${word}_picked`, { count: items.length }),
        text: t('cart.picked_sum', { sum: euro(sumOf(items.map(({ total }) => total))) }),
        action: t(`cart.${word}`),
      })
    },
    [t, euro, confirm],
  )
  return [question, ask] as const
}

/** Changes items, reports their number with undo, and why others were not changed. */
function useRun() {
  const t = useTranslations()
  const queries = useQueryClient()
  const [result, setResult] = useState<{
    done: number
    notDone: { id: number; name: string; why: string }[]
  }>()
  const run = useCallback(
    async (items: readonly CartItem[], to: Delivered, isUndo = false) => {
      const state = to === 1 ? 'delivered' : 'undelivered'
      try {
        const outcomes = await send(items, to, isUndo)
        replace(queries, outcomes)
        const changed = outcomes.flatMap(({ outcome, item }) => (outcome === 'changed' && item ? [item] : []))
        const reasons = {
          missing: 'cart.missing',
          overtaken: 'validation.bulk_overtaken',
          unchanged: `cart.already_${state}`,
        } as const
        const notDone = outcomes.flatMap(({ id, outcome }) => {
          const item = items.find((one) => one.id === id)
          if (outcome === 'changed' || !item) return []
          const why = t(reasons[outcome])
          return [{ id, name: `${item.partner.name}, ${item.product_name}`, why }]
        })
        if (notDone.length > 0) setResult({ done: changed.length, notDone })
        else
          notify.success(t(`cart.now_${state}`, { count: changed.length }), {
            ...(!isUndo && { undo: () => void run(changed, to === 1 ? 0 : 1, true) }),
          })
        return true
      } catch (error) {
        shownError.show(error)
        void queries.invalidateQueries()
        return false
      }
    },
    [t, queries],
  )
  return { result, forget: () => setResult(undefined), run }
}

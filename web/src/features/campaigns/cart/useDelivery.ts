import { type CartItem, cart, MAX_DELIVERED } from '@kontor/contract/campaigns/cart'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { sumOf } from '@kontor/contract/lib/numbers/decimal'
import { IconArrowBackUp, IconTruckDelivery } from '@tabler/icons-react'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RowAction } from '../../../components/data-table/rowAction.ts'
import type { BulkAction } from '../../../components/data-table/toolbar/BulkBar.tsx'
import type { BulkResult } from '../../../components/data-table/toolbar/BulkResult.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { type ApiError, apiErrorOf, apiRequest, isUnanswered, rowNow } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { responseKey } from '../../../lib/api/useApiQuery.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { useFormat } from '../../../lib/i18n/useFormat.ts'

type Delivered = CartItem['is_delivered']
type Outcome = ResponseBody<typeof cart.deliverMany>['result'][number]

/**
 * Delivers items with the versions on screen; an order that has changed since is rejected. Several
 * items are sent in batches, and the server reports each. Yields the outcomes of a batch; throws {@link ApiError}.
 */
async function* send(
  items: readonly CartItem[],
  is_delivered: Delivered,
  undo: boolean,
): AsyncGenerator<Outcome[]> {
  const [first] = items
  if (first && items.length === 1) {
    const { id, version } = first
    try {
      const params = { id: String(id) }
      const item = await apiRequest(cart.deliver, { params, body: { is_delivered, version, undo } })
      yield [{ id, outcome: 'changed', item }]
    } catch (error) {
      const item = rowNow<CartItem>(error)
      if (item?.is_delivered !== is_delivered) throw error
      yield [{ id, outcome: 'unchanged', item }]
    }
    return
  }
  for (let at = 0; at < items.length; at += MAX_DELIVERED) {
    const batch = items.slice(at, at + MAX_DELIVERED)
    const ids = batch.map(({ id }) => id)
    const versions = batch.map(({ version }) => version)
    yield (await apiRequest(cart.deliverMany, { body: { ids, versions, is_delivered, undo } })).result
  }
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
  const message = useMessage()
  const queries = useQueryClient()
  const [result, setResult] = useState<Omit<Parameters<typeof BulkResult>[0], 'onClose'>>()
  const run = useCallback(
    async (items: readonly CartItem[], to: Delivered, isUndo = false) => {
      const state = to === 1 ? 'delivered' : 'undelivered'
      const outcomes: Outcome[] = []
      let error: ApiError | null = null
      try {
        for await (const batch of send(items, to, isUndo)) outcomes.push(...batch)
      } catch (thrown) {
        error = apiErrorOf(thrown)
      }
      replace(queries, outcomes)
      if (error && outcomes.length === 0) {
        shownError.show(error)
        return false
      }
      const changed = outcomes.flatMap(({ outcome, item }) => (outcome === 'changed' && item ? [item] : []))
      const undo =
        !isUndo && changed.length > 0 ? { undo: () => void run(changed, to === 1 ? 0 : 1, true) } : {}
      const reasons = {
        missing: 'cart.missing',
        overtaken: 'validation.bulk_overtaken',
        unchanged: `cart.already_${state}`,
      } as const
      const known = new Map(outcomes.map(({ id, outcome }) => [id, outcome]))
      const notDone = items.flatMap(({ id, partner, product_name }) => {
        const outcome = known.get(id)
        if (outcome === 'changed') return []
        const rejected = error && !isUnanswered(error) && message(error.body.message, error.body.params)
        const why = outcome ? t(reasons[outcome]) : rejected || t('cart.unanswered')
        return [{ id, name: `${partner.name}, ${product_name}`, why }]
      })
      if (notDone.length > 0) setResult({ done: changed.length, notDone, ...undo })
      else notify.success(t(`cart.now_${state}`, { count: changed.length }), undo)
      return !error
    },
    [t, message, queries],
  )
  return { result, forget: () => setResult(undefined), run }
}

import { portalCampaigns } from '@kontor/contract/campaigns/portal'
import { compareDecimals, sumOf } from '@kontor/contract/lib/numbers/decimal'
import { moneyOrPercentOf } from '@kontor/contract/lib/numbers/money-or-percent'
import { portalPartners } from '@kontor/contract/partners/portal'
import { Button } from '@mantine/core'
import { type FormEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { lineKey, piecesIn, totalOf } from '../../../components/ordering/basket.ts'
import { type BasketLine, isOutdated } from '../../../components/ordering/basketStore.ts'
import { excessOf } from '../../../components/ordering/excess.ts'
import cards from '../../../components/portal/card.module.css'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { useBlockInput } from '../../../components/ui/dialog/useBlockInput.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import { useIsDisconnected } from '../../../lib/realtime/connection.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Basket.module.css'
import { Line } from './Line.tsx'
import type { useBasketOrder } from './useBasketOrder.ts'
import { useChecked } from './useChecked.ts'

interface BasketProps {
  lines: readonly BasketLine[]
  order: ReturnType<typeof useBasketOrder>
  /** The reason of the last rejection. */
  error: string
  onClearError: () => void
}

/** The lines of the basket and their total. It takes no input while it is sent, and is locked while an order has no response. */
export function Basket({ lines, order: { pending, send, isSending }, error, onClearError }: BasketProps) {
  const t = useTranslations()
  const { query, checked } = useChecked(lines)
  const [hasTried, setTried] = useState(false)
  const [wrong, setWrong] = useState<ReadonlySet<string>>(new Set())
  const open = checked.filter(({ isSettled }) => !isSettled).length
  const orderable = checked.flatMap(({ line, isGone }) => (isGone ? [] : line))
  const { form, showFirst } = useOpenQuestion(error, open, onClearError)
  useBlockInput(form, isSending)
  const setInvalid = (line: BasketLine, isInvalid: boolean) => {
    const others = wrong.difference(new Set([lineKey(line)]))
    setWrong(isInvalid ? others.union(new Set([lineKey(line)])) : others)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (isOutdated(lines)) return // another tab may have ordered them
    setTried(true)
    onClearError()
    const isAnswered = !showFirst() && open === 0
    if (isAnswered && !isSending) send({ lines, quantity: piecesIn(lines) })
  }
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={submit}>
      <QueryState query={query} skeleton={null}>
        {() => null}
      </QueryState>
      <ul className={classes.lines} aria-label={t('portal.basket.lines')}>
        {checked.map((one) => (
          <Line
            key={lineKey(one.line)}
            of={one}
            isLocked={pending !== null}
            onInvalid={(isInvalid) => setInvalid(one.line, isInvalid)}
          />
        ))}
      </ul>
      <Debt lines={orderable} />
      {!pending && <Excesses lines={orderable} />}
      {!pending && (
        <Footer
          lines={orderable}
          wrong={open > 0 && hasTried ? t('portal.basket.answer', { count: open }) : error}
          isSending={isSending}
        />
      )}
    </form>
  )
}

/** The partner's debt after this order, and its limit; nothing when either is unknown in euros. */
function Debt({ lines }: { lines: readonly BasketLine[] }) {
  const t = useTranslations()
  const { euro } = useFormat()
  const profile = useApiQuery(portalPartners.profile, {}).data
  if (!profile) return null
  const debt = moneyOrPercentOf(profile.debt)
  const limit = moneyOrPercentOf(profile.debitLimit)
  if (debt.percent || limit.percent || Number(limit.value) <= 0) return null
  const order = totalOf(lines)
  const after = sumOf([debt.value, order])
  const exceedsLimit = compareDecimals(after, limit.value) > 0
  const share = (value: string) =>
    `${Math.min(Math.max((100 * Number(value)) / Number(limit.value), 0), 100)}%`
  return (
    <section className={`${cards.card} ${classes.debt}`} aria-label={t('portal.basket.debt')}>
      <p className={`${cards.sum} ${classes.sum}`}>
        <span>{t('portal.basket.debt')}</span>
        <span>{t('portal.basket.debt_of', { debt: euro(after), limit: euro(limit.value) })}</span>
      </p>
      <div className={classes.track} aria-hidden>
        <i style={{ width: share(debt.value) }} />
        <i data-more style={{ width: share(order) }} />
      </div>
      {exceedsLimit && (
        <p className={classes.exceeded}>
          {t('portal.basket.over', { excess: euro(sumOf([after, `-${limit.value}`])) })}
        </p>
      )}
    </section>
  )
}

/** The campaigns of which the lines exceed the partner's cash. */
function Excesses({ lines }: { lines: readonly BasketLine[] }) {
  const campaigns = Map.groupBy(lines, ({ campaign }) => campaign?.id)
  return [...campaigns].map(([id, ordered]) => id && <Excess key={id} campaignId={id} lines={ordered} />)
}

function Excess({ campaignId, lines }: { campaignId: number; lines: readonly BasketLine[] }) {
  const t = useTranslations()
  const { euro } = useFormat()
  const { data } = useCachedQuery(portalCampaigns.one, { params: { id: String(campaignId) } })
  useRefresh(['campaigns', 'cart'], [portalCampaigns.one])
  const excess = data && excessOf(data, totalOf(lines))
  return (
    <p role="status" className={`${cards.card} ${classes.excess}`}>
      {excess && `${lines[0]?.campaign?.name}: ${t('portal.campaign.over', { excess: euro(excess) })}`}
    </p>
  )
}

/**
 * Focuses the first line with an open question: on ordering, and once after each rejection. Calls back when all questions
 * of a rejection are answered.
 */
function useOpenQuestion(error: string, open: number, onAnswered: () => void) {
  const form = useRef<HTMLFormElement>(null)
  const showFirst = useCallback(() => {
    const first = form.current?.querySelector<HTMLElement>('[data-open] button, [aria-invalid=true]')
    first?.focus({ preventScroll: true }) // the browser would scroll it under the sticky total
    first?.closest('li')?.scrollIntoView({ block: 'center' })
    return Boolean(first)
  }, [])
  const hasShown = useRef(false)
  const answered = useEffectEvent(onAnswered)
  useEffect(() => {
    if (!error) hasShown.current = false
    else if (open === 0 && hasShown.current) answered()
    else if (open > 0 && !hasShown.current) hasShown.current = showFirst()
  }, [error, open, showFirst])
  return { form, showFirst }
}

interface FootProps {
  /** Those that can be ordered. */
  lines: readonly BasketLine[]
  /** Why ordering failed. */
  wrong: string
  isSending: boolean
}

function Footer({ lines, wrong, isSending }: FootProps) {
  const t = useTranslations()
  const isDisconnected = useIsDisconnected()
  const { euro } = useFormat()
  return (
    <footer className={classes.foot}>
      <p className={`${cards.sum} ${classes.sum}`}>
        <span>{t('portal.basket.sum', { count: lines.length, pieces: piecesIn(lines) })}</span>
        <b>{euro(totalOf(lines))}</b>
      </p>
      <Button type="submit" fullWidth loading={isSending}>
        {t('portal.basket.order')}
      </Button>
      <p role={wrong ? 'alert' : undefined} className={classes.note} data-bad={wrong !== '' || undefined}>
        {wrong || (!isDisconnected && t('portal.basket.arrives'))}
      </p>
    </footer>
  )
}

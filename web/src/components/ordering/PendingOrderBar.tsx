import { IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { isExpired } from '../../lib/idempotency/intent.ts'
import type { IdempotentMutation } from '../../lib/idempotency/useIdempotentMutation.ts'
import { Bar } from '../ui/Bar.tsx'

interface PendingOrderBarProps<Wanted> {
  order: IdempotentMutation<Wanted>
  name?: string | undefined
  /** Path of the screen of the order. */
  to: string
}

/** Shown on all other screens: an order without a response, with a link to its screen. */
export function PendingOrderBar<Wanted extends { quantity: number }>({
  order: { pending },
  name,
  to,
}: PendingOrderBarProps<Wanted>) {
  const t = useTranslations()
  if (!pending) return null
  const text = t(isExpired(pending) ? 'order.past' : 'order.wait', { count: pending.body.quantity })
  return (
    <div role="status">
      <Bar icon={IconClockPause} tone="warn">
        <Link to={to}>
          {text}
          {name && ` – ${name}`}
        </Link>
      </Bar>
    </div>
  )
}

import { IconClockPause } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Bar } from '../look/Bar.tsx'
import { isPast } from '../session/intent.ts'
import { useTexts } from '../texts/useTexts.ts'
import { orderTexts } from './texts.ts'
import type { Once } from './useOnce.ts'

interface Props<Wanted> {
  order: Once<Wanted>
  name?: string | undefined
  /** The screen where it was decided. */
  to: string
}

/** On every other screen: that an order has not been answered, and the way to it. */
export function WaitingLine<Wanted extends { quantity: number }>({
  order: { pending },
  name,
  to,
}: Props<Wanted>) {
  const t = useTexts(orderTexts)
  if (!pending) return null
  const text = t(isPast(pending) ? 'order.past' : 'order.wait', { count: pending.body.quantity })
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

import { Button } from '@mantine/core'
import { IconClockPause } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { isExpired } from '../../lib/idempotency/intent.ts'
import type { IdempotentMutation } from '../../lib/idempotency/useIdempotentMutation.ts'
import { useConfirm } from '../ui/dialog/useConfirm.tsx'
import classes from './order.module.css'

interface PendingOrderProps<Wanted> {
  order: IdempotentMutation<Wanted>
  /** What the order is for, when it is not the screen itself. */
  name?: string | undefined
}

/**
 * An order without a response yet: only the same request can be sent again, unless the user discards it.
 * It is not sent after its deadline.
 */
export function PendingOrder<Wanted extends { quantity: number }>({
  order: { pending, isSending, send, drop },
  name,
}: PendingOrderProps<Wanted>) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  if (!pending) return null
  const isOver = isExpired(pending)
  const discard = async () => {
    const isConfirmed = await confirm({
      title: t('order.drop_title'),
      text: t('order.drop_text'),
      action: t('order.drop'),
      danger: true,
    })
    if (isConfirmed) drop()
  }
  return (
    <div className={classes.waiting}>
      <IconClockPause size={22} aria-hidden />
      <div>
        <div role="status">
          <p className={classes.strong}>
            {t(isOver ? 'order.past' : 'order.wait', { count: pending.body.quantity })}
          </p>
          {name && <p>{name}</p>}
          <p>{t(isOver ? 'order.past_text' : 'order.wait_text')}</p>
        </div>
        <div className={classes.actions}>
          {isOver ? (
            <Button variant="default" onClick={drop}>
              {t('common.ok')}
            </Button>
          ) : (
            <>
              <Button variant="default" loading={isSending} onClick={() => send()}>
                {t('order.again')}
              </Button>
              <Button variant="subtle" onClick={() => void discard()}>
                {t('order.drop')}
              </Button>
            </>
          )}
        </div>
      </div>
      {question}
    </div>
  )
}

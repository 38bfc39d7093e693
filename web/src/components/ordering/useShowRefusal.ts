import { useTranslations } from 'use-intl'
import { ApiError } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'

/** Shows why pieces of a product were not ordered, with what was to be ordered: it may be shown on another screen. */
export function useShowRefusal() {
  const t = useTranslations()
  const message = useMessage()
  return ({ status, body }: ApiError, { name, quantity }: { name: string; quantity: number }) => {
    const reason = message(body.message, body.params)
    const text = t('portal.order.refused', { name, count: quantity, reason })
    shownError.show(new ApiError(status, { message: text }))
  }
}

import { sliders } from '@kontor/contract/sliders'
import { SEMINAR } from '@kontor/contract/sliders/kinds'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { SliderOrders } from './SliderOrders.tsx'
import { SliderPartners } from './SliderPartners.tsx'

/** Opens a partner's responses to a slider by URL: `?answers=7&partner=10012`. */
export function LinkedAnswers() {
  const { answers, partner, ...rest }: Record<string, string | undefined> = useSearch({ strict: false })
  const navigate = useNavigate()
  const { data: slider } = useApiQuery(
    sliders.one,
    { params: { id: answers ?? '' } },
    { enabled: /^\d{1,9}$/.test(answers ?? '') },
  )
  if (!answers || !slider) return null
  const Answers = slider.type === SEMINAR ? SliderPartners : SliderOrders
  const close = () => void navigate({ to: '/sliders', search: rest })
  return <Answers slider={slider} onClose={close} {...(partner && { partner })} />
}

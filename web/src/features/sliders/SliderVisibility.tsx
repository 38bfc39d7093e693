import { optionLabel } from '@kontor/contract/lib/lists/list'
import { type Slider, sliderList } from '@kontor/contract/sliders'
import { useTranslations } from 'use-intl'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

type Shown = Pick<Slider, 'state' | 'is_active' | 'visible_from'>

/** Whether partners see a slider now, and why not: an inactive one is never visible. */
export function SliderVisibility({ state, is_active, visible_from }: Shown) {
  const t = useTranslations()
  const { locale } = useLanguage()
  if (!is_active) return <StatusChip on={false} label={sliderList.labels[locale].inactive} />
  const word = optionLabel(sliderList.columns.state, state, locale) ?? ''
  if (state === 'scheduled' && visible_from) {
    const at = formatOf(locale).shortDateTime(visible_from)
    return <StatusChip on tone="change" label={t('sliders.scheduled', { at })} />
  }
  return state === 'ended' ? (
    <StatusChip on tone="warn" label={word} />
  ) : (
    <StatusChip on={state === 'visible'} label={word} />
  )
}

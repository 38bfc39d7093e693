import { optionLabel } from '@kontor/contract/kit/list/list'
import { type Slider, sliderList } from '@kontor/contract/sliders'
import { StatusChip } from '../../kit/look/StatusChip.tsx'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

/** Whether partners see a slider: of an inactive one nobody does, be it visible or hidden. */
export function SliderVisibility({ is_visible, is_active }: Pick<Slider, 'is_visible' | 'is_active'>) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const word = optionLabel(sliderList.columns.is_visible, is_visible, locale) ?? ''
  return <StatusChip on={is_visible && is_active} label={is_active ? word : t('features.sliders.inactive')} />
}

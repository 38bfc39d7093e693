import type { Campaign } from '@kontor/contract/campaigns'
import type { useTexts } from '../../../lib/i18n/useTexts.ts'
import type { texts } from '../texts.ts'
import type { DraftStore } from './store.ts'

export type Translate = ReturnType<typeof useTexts<[typeof texts]>>

/** Whether the draft takes away all categories of a campaign that partners can see. */
export function isEmptied({ is_visible }: Pick<Campaign, 'is_visible'>, store: DraftStore) {
  const { base, draft } = store.state()
  return is_visible && base.categories.size > 0 && draft.categories.size === 0
}

/** Asked before a visible campaign is left without categories, and with that without partners. */
export const emptyQuestion = (t: Translate) => ({
  title: t('campaigns.empty_title'),
  text: t('campaigns.empty_text'),
  action: t('campaigns.empty_go_on'),
  danger: true,
})

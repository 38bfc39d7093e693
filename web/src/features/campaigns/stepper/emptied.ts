import type { Campaign } from '@kontor/contract/campaigns'
import type { Translate } from '../../../lib/i18n/i18n.tsx'
import type { DraftStore } from './store.ts'

/** Whether the draft removes all categories of a campaign that partners can see. */
export function isEmptied({ is_visible }: Pick<Campaign, 'is_visible'>, store: DraftStore) {
  const { base, draft } = store.state()
  return is_visible && base.categories.size > 0 && draft.categories.size === 0
}

/** The confirmation before a visible campaign loses all its categories, and thereby its partners. */
export const emptyQuestion = (t: Translate) => ({
  title: t('campaigns.empty_title'),
  text: t('campaigns.empty_text'),
  action: t('campaigns.empty_go_on'),
  danger: true,
})

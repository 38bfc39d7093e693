import type { Translate } from '../../lib/i18n/i18n.tsx'

/** The confirmation before a visible campaign loses all its categories, and thereby its partners. */
export const emptyQuestion = (t: Translate) => ({
  title: t('campaigns.empty_title'),
  text: t('campaigns.empty_text'),
  action: t('campaigns.empty_go_on'),
  danger: true,
})

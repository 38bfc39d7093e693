import { type Campaign, campaignList, campaigns } from '@kontor/contract/campaigns'
import { optionLabel } from '@kontor/contract/kit/list/list'
import { type ReactNode, useCallback } from 'react'
import { useConfirm } from '../../kit/dialog/useConfirm.tsx'
import { StatusChip } from '../../kit/look/StatusChip.tsx'
import { useAct } from '../../kit/net/useAct.ts'
import { dayOf, formatOf } from '../../kit/texts/format.ts'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

/** Whether partners see a campaign today, and if they do not although it is visible, why. */
export function CampaignVisibility({ campaign }: { campaign: Campaign }) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const { is_active, is_visible, is_shown, visible_from, visible_until, counts } = campaign
  if (!is_active) return <StatusChip on={false} label={t('campaigns.inactive')} />
  const today = dayOf(new Date().toISOString())
  if (is_visible && !is_shown && visible_until && visible_until < today)
    return <StatusChip on tone="warn" label={t('campaigns.ended')} />
  if (is_visible && !is_shown && visible_from) {
    const day = formatOf(locale).date(visible_from)
    return <StatusChip on tone="change" label={t('campaigns.from', { day })} />
  }
  if (is_shown && counts.categories + counts.partners === 0)
    return <StatusChip on tone="warn" label={t('campaigns.seen_by_nobody')} />
  const label = optionLabel(campaignList.columns.is_visible, is_visible, locale) ?? ''
  return <StatusChip on={is_visible} label={label} />
}

type Change = (campaign: Pick<Campaign, 'id' | 'name' | 'is_visible'>) => Promise<void>

/** Shows a hidden campaign and hides a visible one, after a question. Put the first element of the result on screen. */
export function useVisibility(): readonly [ReactNode, Change] {
  const t = useTexts(texts)
  const [question, confirm] = useConfirm()
  const { mutate: show } = useAct(campaigns.activate, { success: t('success.activate') })
  const { mutate: hide } = useAct(campaigns.activate, { success: t('campaigns.now_hidden') })
  const change = useCallback<Change>(
    async ({ id, name, is_visible }) => {
      const word = is_visible ? 'hide' : 'show'
      const yes = await confirm({
        title: t(`campaigns.${word}_one`, { name }),
        text: t(`campaigns.${word}_text`),
        action: t(`campaigns.${word}`),
      })
      const act = is_visible ? hide : show
      if (yes) act({ params: { id: String(id) }, body: { is_visible: !is_visible } })
    },
    [t, confirm, show, hide],
  )
  return [question, change]
}

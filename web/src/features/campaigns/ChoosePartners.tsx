import type { Campaign } from '@kontor/contract/campaigns'
import type { CampaignDetails } from '@kontor/contract/campaigns/details'
import { campaignPartnerList } from '@kontor/contract/campaigns/partners'
import { Button } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../components/ui/dialog/Dialog.tsx'
import { CancelButton } from '../../components/ui/dialog/FooterButtons.tsx'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { useUnsaved } from '../../components/ui/dialog/useUnsaved.ts'
import { Notice } from '../../components/ui/Notice.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { useLabels } from '../../lib/i18n/words.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'
import { useCampaign } from './CampaignContext.tsx'
import { SavedCampaign } from './SavedCampaign.tsx'
import type { View } from './stepper/ChoiceTable.tsx'
import { countsOf, idsWith } from './stepper/draft.ts'
import { differ } from './stepper/merge.ts'
import { Notes } from './stepper/Notes.tsx'
import { PartnersStep, partnerList } from './stepper/PartnersStep.tsx'
import { draftStore, useStore } from './stepper/store.ts'
import { useSave } from './stepper/useSave.ts'

// Loaded on the first conflict, which is rare.
const MergeDialog = lazyPart(() => import('./stepper/MergeDialog.tsx'), 'MergeDialog')

const list = { ...partnerList, sizes: [8, 10, 20, 30, 50], size: 8 }

interface ChoosePartnersProps {
  onClose: () => void
}

/** Selects the partners of a campaign among those that share a category with it, each with its cash. */
export function ChoosePartners({ onClose }: ChoosePartnersProps) {
  const { add } = useLabels(campaignPartnerList)
  const campaign = useCampaign()
  return (
    <SavedCampaign campaign={campaign} title={add} onClose={onClose}>
      {(saved) => <Choice campaign={campaign} saved={saved} onClose={onClose} />}
    </SavedCampaign>
  )
}

function Choice({
  campaign,
  saved,
  onClose,
}: ChoosePartnersProps & { campaign: Campaign; saved: CampaignDetails }) {
  const t = useTranslations()
  const { add } = useLabels(campaignPartnerList)
  const type = campaign.campaign_type_id
  const [store] = useState(() => draftStore(saved, type, null))
  const [view, setView] = useState<View | null>(null)
  const isDirty = useStore(store, ({ base, draft }) => differ(base, draft))
  const count = useStore(store, ({ chosen }) => chosen.partners.size)
  const hasCategory = useStore(store, ({ chosen }) => chosen.categories.size > 0)
  const categoryName = useCategoryName(campaign)
  const [question, ask] = useConfirm()
  const { save, isSaving, conflict } = useSave({
    campaign,
    store,
    categoryName,
    confirm: ask,
    onSaved: onClose,
  })
  const requestClose = useUnsaved(isDirty, { onLeave: onClose })
  const confirm = () => {
    const { missing, wrong } = countsOf(store.state().draft, type).partners
    if (missing + wrong === 0) return save()
    store.markSubmitted()
    setView({ kind: 'fix', ids: idsWith('any', 'partners', store.state().draft, type) })
    notify.error('form.snackbar_required')
  }
  const context = { campaign, categoryName }
  return (
    <Dialog
      title={add}
      subtitle={campaign.name}
      width={1120}
      tall
      isBusy={isSaving}
      onClose={() => !isSaving && requestClose()}
      buttons={
        <>
          <CancelButton onClick={() => !isSaving && requestClose()} />
          <Button size="md" disabled={!hasCategory || !isDirty} loading={isSaving} onClick={confirm}>
            {t('campaigns.confirm', { count })}
          </Button>
        </>
      }
    >
      <Notes store={store} categoryName={categoryName} isPartners continued={null} />
      {hasCategory ? (
        <PartnersStep {...context} store={store} view={view} onView={setView} list={list} />
      ) : (
        <NoCategory onClose={onClose} />
      )}
      {question}
      {conflict && <MergeDialog {...conflict} {...context} />}
    </Dialog>
  )
}

function useCategoryName({ categories }: Campaign) {
  const names = useMemo(() => new Map(categories.map(({ id, name }) => [id, name])), [categories])
  return useCallback((id: number) => names.get(id) ?? `#${id}`, [names])
}

/** Notice that a category must be chosen first, with a link. */
function NoCategory({ onClose }: ChoosePartnersProps) {
  const t = useTranslations()
  const goTo = useSearchHere()
  const go = () => {
    onClose()
    goTo({ tab: 'categories' })
  }
  return (
    <Notice icon={IconTags} title={t('stepper.no_category')} text={t('stepper.no_category_text')}>
      <Button data-autofocus onClick={go}>
        {t('stepper.choose_categories')}
      </Button>
    </Notice>
  )
}

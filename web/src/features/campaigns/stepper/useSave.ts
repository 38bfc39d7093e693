import type { Campaign } from '@kontor/contract/campaigns'
import { type CampaignDetails, details } from '@kontor/contract/campaigns/details'
import { hasCash } from '@kontor/contract/campaigns/kinds'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Question } from '../../../components/ui/dialog/ConfirmDialog.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { type ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useSingleFlight } from '../../../lib/api/useOneAtATime.ts'
import type { Translate } from '../../../lib/i18n/i18n.tsx'
import { bodyOf, type Draft, draftOf, parts, picked } from './draft.ts'
import { type InvalidRecord, idsOf, invalidRecordsOf } from './invalidRecords.ts'
import { type Changes, type Conflict, changesOf, differ, mayBeLost, merged, settled } from './merge.ts'
import { useShortList } from './Notes.tsx'
import type { DraftStore } from './store.ts'
import { namesOf } from './useTheirs.ts'

/** Somebody else has saved the campaign since it was read. */
interface VersionConflict {
  saved: CampaignDetails
  /** What they have changed. */
  server: Changes
  /** Both together, with theirs in the conflicts. */
  draft: Draft
  conflicts: readonly Conflict[]
  /** Partners that cannot be saved with both: they have none of the categories that are left. */
  lost: readonly { id: number; name: string }[]
  by: ErrorBody['saved_by']
}

interface Saving {
  campaign: Campaign
  store: DraftStore
  categoryName: (id: number) => string
  confirm: (question: Question) => Promise<boolean>
  onSaved: () => void
}

/** Saves the draft in one call. What somebody else has saved meanwhile is brought together with it, and nothing is lost. */
export function useSave({ campaign, store, categoryName, confirm, onSaved }: Saving) {
  const { id, campaign_type_id: type } = campaign
  const t = useTranslations()
  const few = useShortList()
  const queries = useQueryClient()
  const [versionConflict, setVersionConflict] = useState<VersionConflict | null>(null)
  const done = ({ removed }: Pick<CampaignDetails, 'removed'>) => {
    notify.success(saidOf(t, campaign, removed.count, few(removed.partners.map(({ name }) => name))))
    onSaved()
  }
  const showConflict = async (by: VersionConflict['by']) => {
    const saved = await apiRequest(details.one, { params: { id: String(id) } })
    const { base, draft } = store.state()
    const server = draftOf(saved, type)
    const both = merged(server, changesOf(base, draft))
    // What was saved meanwhile may be all that was to be saved: by the first try, whose answer was lost.
    if (both.conflicts.length > 0 || differ(server, both.draft)) {
      const lost = await lostIn(both, server)
      return setVersionConflict({ saved, server: changesOf(base, server), ...both, lost, by })
    }
    done({ removed: { count: 0, partners: [] } })
    await queries.invalidateQueries()
  }
  const sent = useRef<Draft>(null)
  const leaveOut = async (invalid: readonly InvalidRecord[]) => {
    const names = few(await namesOf(invalid, categoryName))
    if (!(await confirm(goneQuestion(t, invalid.length, names)))) return
    for (const part of parts) store.pick(part, idsOf(invalid, part), false)
    save()
  }
  const onFailed = (error: ApiError) => {
    const invalid = sent.current && invalidRecordsOf(error.body, sent.current)
    if (error.status === 409) showConflict(error.body.saved_by).catch(notify.failure)
    else if (invalid) leaveOut(invalid).catch(notify.failure)
    else notify.failure(error)
  }
  const act = useApiMutation(details.save, { onDone: done, onFailed })
  const send = useSingleFlight(act.mutate)
  const save = () => {
    const { draft, version } = store.state()
    sent.current = draft
    send({ params: { id: String(id) }, body: bodyOf(draft, type, version) })
  }
  const goOn = (draft: Draft, next: CampaignDetails) => {
    store.goOnFrom(next, draft)
    setVersionConflict(null)
  }
  const conflict =
    versionConflict && conflictOf(versionConflict, type, goOn, save, () => setVersionConflict(null))
  return { save, isSaving: act.isPending, conflict }
}

/** What can be done when somebody else was quicker. */
const conflictOf = (
  versionConflict: VersionConflict,
  type: Campaign['campaign_type_id'],
  goOn: (draft: Draft, next: CampaignDetails) => void,
  save: () => void,
  goBack: () => void,
) => ({
  ...versionConflict,
  /** Saves the changes of both; of what both changed, mine where it is `kept`. */
  merge(kept: ReadonlySet<string>) {
    const { draft, conflicts, lost } = versionConflict
    const both = settled(draft, conflicts, kept)
    const without = lost.map((one) => one.id)
    goOn({ ...both, partners: picked(both.partners, without, false) }, versionConflict.saved)
    save()
  },
  takeTheirs: () => goOn(draftOf(versionConflict.saved, type), versionConflict.saved),
  goBack,
})

/** The partners that go when both are saved: the server keeps those that are apart and were there, unless a category goes. */
async function lostIn({ draft, conflicts }: ReturnType<typeof merged>, server: Draft) {
  const partners = mayBeLost(draft, conflicts, server)
  if (partners.length === 0) return []
  const body = { categories: [...draft.categories.keys()], partners }
  return (await apiRequest(campaignPartners.apart, { body })).partners
}

function saidOf(t: Translate, { campaign_type_id }: Campaign, count: number, partners: string) {
  if (count > 0) return t('stepper.saved_without', { count, partners })
  return t(hasCash(campaign_type_id) ? 'stepper.saved_partners' : 'stepper.saved')
}

/** What can no longer be chosen stands in no list any more: it is named, and left out when that is wanted. */
const goneQuestion = (t: Translate, count: number, names: string): Question => ({
  title: t('stepper.gone_title', { count }),
  text: t('stepper.gone_text', { names }),
  action: t('stepper.gone_do'),
})

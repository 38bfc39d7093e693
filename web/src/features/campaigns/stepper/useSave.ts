import type { Campaign } from '@kontor/contract/campaigns'
import { type CampaignDetails, details } from '@kontor/contract/campaigns/details'
import { hasCash } from '@kontor/contract/campaigns/kinds'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Question } from '../../../components/ui/dialog/ConfirmDialog.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { type ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'
import type { Translate } from '../../../lib/i18n/i18n.tsx'
import { bodyOf, type Draft, draftOf, parts, picked } from './draft.ts'
import { type InvalidRecord, idsOf, invalidRecordsOf } from './invalidRecords.ts'
import {
  type Changes,
  type Conflict,
  changesOf,
  differ,
  mayBeLost,
  merged,
  resolveConflicts,
} from './merge.ts'
import { useShortList } from './Notes.tsx'
import type { DraftStore } from './store.ts'
import { namesOf } from './useOtherVersion.ts'

/** Somebody else has saved the campaign since it was loaded. */
interface VersionConflict {
  saved: CampaignDetails
  /** Their changes. */
  server: Changes
  /** The merged draft, with their values in conflicts. */
  draft: Draft
  conflicts: readonly Conflict[]
  /** Partners that cannot be saved after the merge: none of the remaining categories is theirs. */
  lost: readonly RecordRef[]
  by: ErrorBody['saved_by']
}

interface Saving {
  campaign: Campaign
  store: DraftStore
  categoryName: (id: number) => string
  confirm: (question: Question) => Promise<boolean>
  onSaved: () => void
}

/** Saves the draft in one call. Concurrent changes by others are merged, and nothing is lost. */
export function useSave({ campaign, store, categoryName, confirm, onSaved }: Saving) {
  const { id, campaign_type_id: type } = campaign
  const t = useTranslations()
  const few = useShortList()
  const queries = useQueryClient()
  const [versionConflict, setVersionConflict] = useState<VersionConflict | null>(null)
  const done = ({ removed }: Pick<CampaignDetails, 'removed'>) => {
    notify.success(successTextOf(t, campaign, removed.count, few(removed.partners.map(({ name }) => name))))
    onSaved()
  }
  const showConflict = async (by: VersionConflict['by']) => {
    const saved = await apiRequest(details.one, { params: { id: String(id) } })
    const { base, draft } = store.state()
    const server = draftOf(saved, type)
    const both = merged(server, changesOf(base, draft))
    if (both.conflicts.length > 0 || differ(server, both.draft)) {
      const lost = await lostIn(both, server)
      return setVersionConflict({ saved, server: changesOf(base, server), ...both, lost, by })
    }
    // Nothing of mine is left: the conflicting save may have been this user's own first attempt, see ADR 6.
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
    if (error.status === 409) showConflict(error.body.saved_by).catch(shownError.show)
    else if (invalid) leaveOut(invalid).catch(shownError.show)
    else shownError.show(error)
  }
  const mutation = useApiMutation(details.save, { onDone: done, onFailed })
  const send = useExclusiveCall(mutation.mutate)
  const save = () => {
    const { draft, version } = store.state()
    sent.current = draft
    send({ params: { id: String(id) }, body: bodyOf(draft, type, version) })
  }
  const rebase = (draft: Draft, next: CampaignDetails) => {
    store.rebaseOn(next, draft)
    setVersionConflict(null)
  }
  const conflict =
    versionConflict && conflictOf(versionConflict, type, rebase, save, () => setVersionConflict(null))
  return { save, isSaving: mutation.isPending, conflict }
}

/** The actions of the merge dialog. */
const conflictOf = (
  versionConflict: VersionConflict,
  type: Campaign['campaign_type_id'],
  rebase: (draft: Draft, next: CampaignDetails) => void,
  save: () => void,
  goBack: () => void,
) => ({
  ...versionConflict,
  /** Saves the merged draft; of values changed by both, mine when in `keptConflicts`. */
  merge(keptConflicts: ReadonlySet<string>) {
    const { draft, conflicts, lost } = versionConflict
    const both = resolveConflicts(draft, conflicts, keptConflicts)
    const without = lost.map((one) => one.id)
    rebase({ ...both, partners: picked(both.partners, without, false) }, versionConflict.saved)
    save()
  },
  acceptServer: () => rebase(draftOf(versionConflict.saved, type), versionConflict.saved),
  goBack,
})

/**
 * The partners that the merge loses: the server keeps existing partners without a category, unless a
 * category is removed.
 */
async function lostIn({ draft, conflicts }: ReturnType<typeof merged>, server: Draft) {
  const partners = mayBeLost(draft, conflicts, server)
  if (partners.length === 0) return []
  const body = { categories: [...draft.categories.keys()], partners }
  return (await apiRequest(campaignPartners.apart, { body })).partners
}

function successTextOf(t: Translate, { campaign_type_id }: Campaign, count: number, partners: string) {
  if (count > 0) return t('stepper.saved_without', { count, partners })
  return t(hasCash(campaign_type_id) ? 'stepper.saved_partners' : 'stepper.saved')
}

/**
 * Records that can no longer be selected are in no list: the confirmation names them and offers to leave
 * them out.
 */
const goneQuestion = (t: Translate, count: number, names: string): Question => ({
  title: t('stepper.gone_title', { count }),
  text: t('stepper.gone_text', { names }),
  action: t('stepper.gone_do'),
})

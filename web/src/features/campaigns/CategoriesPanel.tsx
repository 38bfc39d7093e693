import {
  type CampaignCategory,
  type CampaignDetails,
  campaignCategories,
  campaignCategoryList,
  details,
} from '@kontor/contract/campaigns/details'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { createContext, use, useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import type { RowAction } from '../../components/data-table/rowAction.ts'
import { PickersContext } from '../../components/form/pickers/pickers.ts'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { ApiError, apiRequest } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import type { Translate } from '../../lib/i18n/i18n.tsx'
import { useCampaign } from './CampaignContext.tsx'
import { emptyQuestion } from './emptyQuestion.ts'

const columns: Col<CampaignCategory>[] = [{ key: 'name', main: true }]
const routes = { create: details.save }
/** Most names in a confirmation; of more only the number. */
const MAX_NAMES = 5

/** Resolves with whether it was saved: false when the user did not confirm. Throws ApiError. */
type Save = (added: readonly number[], removed: readonly number[]) => Promise<boolean>
const SaveContext = createContext<Save | null>(null)

/** The categories whose partners a campaign can have. */
export function CategoriesPanel() {
  const t = useTranslations()
  const { id, is_visible } = useCampaign()
  const scope = useMemo(() => ({ params: { campaign_id: String(id) } }), [id])
  const [question, save] = useSave(id, is_visible)
  const actions = useMemo<RowAction<CampaignCategory>[]>(
    () => [
      {
        key: 'remove',
        icon: IconTrash,
        label: t('campaigns.remove'),
        permission: details.save.permission,
        run: ({ id }) => void save([], [id]).catch(shownError.show),
      },
    ],
    [t, save],
  )
  return (
    <SaveContext value={save}>
      <ListPage
        list={campaignCategoryList}
        listRoute={campaignCategories.index}
        scope={scope}
        columns={columns}
        form={ChooseCategories}
        routes={routes}
        actions={actions}
      />
      {question}
    </SaveContext>
  )
}

function ChooseCategories({ onClose }: { onClose: () => void }) {
  const campaign = useCampaign()
  // As chosen when the picker opened: what others add meanwhile is not removed.
  const [categories] = useState(campaign.categories)
  const { categories: Picker } = use(PickersContext)
  const save = use(SaveContext)
  if (!Picker || !save) return null
  const before = categories.map(({ id }) => id)
  return (
    <Picker
      single={false}
      first={categories}
      save={(picked) =>
        save(
          picked.filter((id) => !before.includes(id)),
          before.filter((id) => !picked.includes(id)),
        )
      }
      onClose={onClose}
    />
  )
}

/**
 * Saves the categories. Partners without a remaining category are removed: the confirmation names them,
 * and undo restores them with their cash.
 */
function useSave(campaignId: number, isVisible: boolean) {
  const t = useTranslations()
  const queries = useQueryClient()
  const [question, confirm] = useConfirm()
  const save = useCallback<Save>(
    async (added, removed) => {
      const params = { id: String(campaignId) }
      try {
        const before = await apiRequest(details.one, { params })
        const left = before.categories.map(({ category_id }) => category_id)
        const next = [...new Set([...left, ...added])].filter((id) => !removed.includes(id))
        const partners = before.partners.map(({ partner_id }) => partner_id)
        const lost = removed.length > 0 && partners.length > 0
        const apart = lost
          ? (await apiRequest(campaignPartners.apart, { body: { categories: next, partners } })).partners
          : []
        const question = lossQuestion(t, apart, {
          isEmptied: isVisible && next.length === 0 && left.length > 0,
          isOpened: next.length > 0 && apart.length === partners.length,
        })
        const yes = question === null || (await confirm(question))
        if (!yes) return false
        const categories = next.map((category_id) => ({ category_id }))
        const after = await apiRequest(details.save, {
          params,
          body: { categories, version: before.version },
        })
        const undo = async () => {
          try {
            const count = await restore(before, after.version)
            if (count > 0) notify.success(t('campaigns.restored_without', { count }))
          } catch (error) {
            shownError.show(error)
          }
          await queries.invalidateQueries()
        }
        notify.success(t('campaigns.categories_saved', { count: after.removed.count }), {
          undo: () => void undo(),
        })
        return true
      } finally {
        void queries.invalidateQueries()
      }
    },
    [t, campaignId, isVisible, confirm, queries],
  )
  return [question, save] as const
}

/**
 * Saves the former categories and partners; without those that the server no longer takes, such as inactive ones.
 * Returns their number. With none left it fails, because the campaign would be open to all partners.
 */
async function restore({ id, categories, partners }: CampaignDetails, version: number) {
  const params = { id: String(id) }
  for (let taken = partners; ; ) {
    try {
      await apiRequest(details.save, { params, body: { categories, partners: taken, version } })
      return partners.length - taken.length
    } catch (error) {
      const errors = error instanceof ApiError ? (error.body.errors ?? {}) : {}
      const others = taken.filter((_, index) => !errors[`partners.${index}`])
      if (others.length === taken.length || others.length === 0) throw error
      taken = others
    }
  }
}

/**
 * The confirmation when something is lost, else null. Without categories nobody sees the campaign; with
 * categories and no partners all partners of those categories do.
 */
function lossQuestion(
  t: Translate,
  apart: readonly { name: string }[],
  { isEmptied, isOpened }: { isEmptied: boolean; isOpened: boolean },
) {
  if (apart.length === 0) return isEmptied ? emptyQuestion(t) : null
  const names = apart.slice(0, MAX_NAMES).map(({ name }) => name)
  const more = Math.max(0, apart.length - MAX_NAMES)
  const text = t('campaigns.categories_take_text', { names: names.join(', '), more })
  const then = isEmptied ? 'campaigns.empty_take' : isOpened ? 'campaigns.categories_open' : null
  return {
    title: t('campaigns.categories_take', { count: apart.length }),
    text: then ? t(then, { text }) : text,
    action: t('campaigns.categories_go_on'),
    danger: true,
  }
}

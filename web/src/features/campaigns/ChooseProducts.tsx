import { details } from '@kontor/contract/campaigns/details'
import { campaignProductList, campaignProducts } from '@kontor/contract/campaigns/products'
import { use, useState } from 'react'
import { PickersContext } from '../../components/form/pickers/pickers.ts'
import { Dialog } from '../../components/ui/dialog/Dialog.tsx'
import { NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLabels } from '../../lib/i18n/words.ts'
import { useCampaign } from './CampaignContext.tsx'

/** Selects the products of a campaign among the active ones. */
export function ChooseProducts({ onClose }: { onClose: () => void }) {
  const { id } = useCampaign()
  const { products: Picker } = use(PickersContext)
  const { add } = useLabels(campaignProductList)
  const { data, isFetchedAfterMount, error, refetch } = useApiQuery(
    campaignProducts.all,
    { params: { campaign_id: String(id) }, query: {} },
    { staleTime: 0 },
  )
  // As chosen when the picker opened: what others add meanwhile is not removed.
  const [first, setFirst] = useState<typeof data>()
  if (!first && data && isFetchedAfterMount && !error) setFirst(data)
  if (error && !first)
    return (
      <Dialog title={add} width={640} onClose={onClose}>
        <NotLoaded error={error} onRetry={() => void refetch()} />
      </Dialog>
    )
  if (!first || !Picker) return null
  const before = new Set(first.map((product) => product.id))
  const save = async (ids: readonly number[]) => {
    const picked = new Set(ids)
    // Concurrent additions and removals by others are preserved.
    const now = await apiRequest(details.one, { params: { id: String(id) } })
    const savedIds = now.products.map(({ product_id }) => product_id)
    const products = new Set(savedIds.filter((one) => picked.has(one) || !before.has(one)))
    for (const one of picked) if (!before.has(one)) products.add(one)
    await apiRequest(campaignProducts.replace, {
      body: { campaign_id: id, products: [...products], version: now.version },
    })
    notify.success('success.edit')
    return true
  }
  return <Picker single={false} first={first} save={save} onClose={onClose} />
}

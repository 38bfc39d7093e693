import { details } from '@kontor/contract/campaigns/details'
import { campaignProducts } from '@kontor/contract/campaigns/products'
import { useQueryClient } from '@tanstack/react-query'
import { use } from 'react'
import { call } from '../../kit/net/call.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { notify } from '../../kit/notify/notify.tsx'
import { PickersContext } from '../../kit/pick/pickers.ts'
import { useCampaign } from './CampaignContext.tsx'

/** Chooses the products of a campaign from those that are active. */
export function ChooseProducts({ onClose }: { onClose: () => void }) {
  const { id } = useCampaign()
  const queries = useQueryClient()
  const { products: Picker } = use(PickersContext)
  const { data } = useRoute(
    campaignProducts.all,
    { params: { campaign_id: String(id) }, query: {} },
    { fresh: 0 },
  )
  if (!data || !Picker) return null
  const before = new Set(data.map((product) => product.id))
  const save = async (picked: ReadonlySet<number>) => {
    try {
      // What somebody else has added or removed meanwhile stays so.
      const now = await call(details.one, { params: { id: String(id) } })
      const kept = now.products.map(({ product_id }) => product_id)
      const products = new Set(kept.filter((one) => picked.has(one) || !before.has(one)))
      for (const one of picked) if (!before.has(one)) products.add(one)
      await call(campaignProducts.replace, {
        body: { campaign_id: id, products: [...products], version: now.version },
      })
      notify.success('success.edit')
    } catch (error) {
      notify.failure(error)
    }
    void queries.invalidateQueries()
  }
  return (
    <Picker
      single={false}
      first={data}
      onPick={(picked) => void save(new Set(picked.map((product) => product.id)))}
      onClose={onClose}
    />
  )
}

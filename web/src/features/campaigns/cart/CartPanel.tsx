import type { Campaign } from '@kontor/contract/campaigns'
import { useMemo } from 'react'
import { CartList } from './CartList.tsx'

/** What partners have ordered in one campaign, on its screen. */
export function CartPanel({ campaign: { id } }: { campaign: Pick<Campaign, 'id'> }) {
  return <CartList scope={useMemo(() => ({ filters: { campaign_id: String(id) } }), [id])} />
}

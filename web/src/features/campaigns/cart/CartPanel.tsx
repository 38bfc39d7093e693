import type { Campaign } from '@kontor/contract/campaigns'
import { useMemo } from 'react'
import { CartList } from './CartList.tsx'

/** The orders of partners in one campaign, on its page. */
export function CartPanel({ campaign: { id } }: { campaign: Pick<Campaign, 'id'> }) {
  return <CartList scope={useMemo(() => ({ filters: { campaign_id: String(id) } }), [id])} />
}

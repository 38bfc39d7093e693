import type { Campaign } from '@kontor/contract/campaigns'
import { type CampaignDetails, details } from '@kontor/contract/campaigns/details'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../components/ui/dialog/Dialog.tsx'
import { NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'

interface SavedCampaignProps {
  campaign: Campaign
  /** The dialog's title until `children` has its own. */
  title: string
  onClose: () => void
  children: (saved: CampaignDetails) => ReactNode
}

/**
 * The saved campaign, fetched each time a dialog that edits it opens. Later refetches, and their failures, do not
 * change what is being edited.
 */
export function SavedCampaign({ campaign, title, onClose, children }: SavedCampaignProps) {
  const t = useTranslations()
  const [saved, setSaved] = useState<CampaignDetails | null>(null)
  const { data, isFetchedAfterMount, error, refetch } = useApiQuery(
    details.one,
    { params: { id: String(campaign.id) } },
    { enabled: saved === null },
  )
  if (!saved && data && isFetchedAfterMount && !error) setSaved(data)
  if (saved) return children(saved)
  return (
    <Dialog title={title} subtitle={campaign.name} width={1120} tall onClose={onClose}>
      {error ? (
        <NotLoaded error={error} onRetry={() => void refetch()} />
      ) : (
        <p role="status" style={{ padding: 'var(--s6)', color: 'var(--text-3)' }}>
          {t('stepper.loading')}
        </p>
      )}
    </Dialog>
  )
}

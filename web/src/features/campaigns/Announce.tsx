import type { Campaign } from '@kontor/contract/campaigns'
import { campaignPartners } from '@kontor/contract/campaigns/partners'
import { Button } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { use, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AnnounceContext, type AnnouncementProps } from '../../components/publishing/announceContext.ts'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import classes from './CampaignPage.module.css'

type Recipients = Pick<AnnouncementProps, 'partners' | 'categories'>

/**
 * Announces a campaign to its partners: the named ones, or its categories when it names none. Returns the dialog, which
 * the page keeps also when its buttons go, and the props of a button; null without the permission.
 */
export function useAnnounce(campaign: Campaign) {
  const t = useTranslations()
  const announce = use(AnnounceContext)
  const can = usePermission()
  const [isLoading, setLoading] = useState(false)
  const [recipients, setRecipients] = useState<Recipients | null>(null)
  if (!announce || !can(announce.permission)) return [null, null] as const
  const { partners } = campaign.counts
  const label = partners > 0 ? t('campaigns.announce_count', { count: partners }) : t('campaigns.announce')
  const open = async () => {
    setLoading(true)
    try {
      const found = await recipientsOf(campaign)
      if (found.partners.length + found.categories.length > 0) setRecipients(found)
      else notify.error(t('campaigns.announce_nobody'))
    } catch (error) {
      shownError.show(error)
    }
    setLoading(false)
  }
  const dialog = recipients && (
    <announce.Dialog
      subject={campaign.name}
      campaign={{ id: campaign.id, name: campaign.name }}
      {...recipients}
      onClose={() => setRecipients(null)}
    />
  )
  return [dialog, { children: label, loading: isLoading, onClick: () => void open() }] as const
}
export type Announcement = ReturnType<typeof useAnnounce>[1]

/** The button of the page's head. */
export const Announce = (announcement: NonNullable<Announcement>) => (
  <Button
    {...announcement}
    variant="default"
    aria-label={announcement.children}
    leftSection={<IconBell size={16} />}
  >
    <span className={classes.label}>{announcement.children}</span>
  </Button>
)

/** The current recipients. Inactive partners are not reached. */
async function recipientsOf({ id, counts, categories }: Campaign): Promise<Recipients> {
  if (counts.partners === 0) return { partners: [], categories }
  const all = await apiRequest(campaignPartners.all, { params: { campaign_id: String(id) }, query: {} })
  const active = all.filter(({ is_active }) => is_active)
  return { partners: active.map(({ id, name }) => ({ id, name })), categories: [] }
}

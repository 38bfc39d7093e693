import { campaignList, campaigns } from '@kontor/contract/campaigns'
import { Picker } from '../../components/form/pickers/Picker.tsx'
import type { PickerDialogProps } from '../../components/form/pickers/pickers.ts'

const columns = [
  { key: 'name', main: true },
  { key: 'campaign_type_id', width: 140 },
  { key: 'is_visible', width: 128 },
] as const

/** Picks active campaigns. */
export const CampaignPicker = (props: PickerDialogProps) => (
  <Picker list={campaignList} listRoute={campaigns.active} columns={columns} {...props} />
)

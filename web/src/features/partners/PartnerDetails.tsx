import { figureNames, type Partner, partnerList } from '@kontor/contract/partners'
import { DetailsDialog } from '../../kit/form/DetailsDialog.tsx'

const fields = [
  { key: 'id' },
  { key: 'name' },
  { key: 'phone' },
  { key: 'haynes_pro_username' },
  { key: 'city' },
  { key: 'category_names' },
  ...figureNames.map((key) => ({ key })),
  { key: 'is_active' },
] as const

export function PartnerDetails({ row, onClose }: { row: Partner; onClose: () => void }) {
  return (
    <DetailsDialog
      room="partners"
      row={row}
      list={partnerList}
      fields={fields}
      about={String(row.id)}
      width={760}
      onClose={onClose}
    />
  )
}

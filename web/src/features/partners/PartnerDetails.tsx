import { figureNames, type Partner, partnerList } from '@kontor/contract/partners'
import { figureFields } from '@kontor/contract/partners/fields'
import { DetailsDialog } from '../../kit/form/DetailsDialog.tsx'
import { useMay } from '../../kit/rights/useMay.ts'

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

const withoutFigures = fields.filter(({ key }) => !(key in figureFields))

export function PartnerDetails({ row, onClose }: { row: Partner; onClose: () => void }) {
  const sees = useMay()('figures.see')
  return (
    <DetailsDialog
      room="partners"
      row={row}
      list={partnerList}
      fields={sees ? fields : withoutFigures}
      about={String(row.id)}
      width={760}
      onClose={onClose}
    />
  )
}

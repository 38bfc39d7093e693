import { keysOf } from '@kontor/contract/kit/list/keyed'
import { columnsOf } from '@kontor/contract/kit/resource/columns'
import { figureNames, type Partner, partnerList } from '@kontor/contract/partners'
import { figureFields, plainFields } from '@kontor/contract/partners/fields'
import { DetailsDialog } from '../../kit/form/DetailsDialog.tsx'
import { useMay } from '../../kit/rights/useMay.ts'

const names = [
  'id',
  ...keysOf(columnsOf(plainFields)),
  'category_names',
  ...figureNames,
  'is_active',
] as const
const fields = names.map((key) => ({ key }))

const withoutFigures = fields.filter(({ key }) => !(key in figureFields))

export function PartnerDetails({ row, onClose }: { row: Partner; onClose: () => void }) {
  const sees = useMay()('figures.see')
  return (
    <DetailsDialog
      feature="partners"
      row={row}
      list={partnerList}
      fields={sees ? fields : withoutFigures}
      about={String(row.id)}
      width={760}
      onClose={onClose}
    />
  )
}

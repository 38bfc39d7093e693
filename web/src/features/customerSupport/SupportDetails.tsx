import { customerSupportList, type SupportMessage } from '@kontor/contract/customerSupport'
import type { Col } from '../../components/data-table/columns.tsx'
import { DetailsDialog } from '../../components/form/DetailsDialog.tsx'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { SupportType } from './SupportType.tsx'

const fields: readonly Col<SupportMessage>[] = [
  { key: 'updated_at' },
  { key: 'type_name', cell: ({ type }) => <SupportType type={type} /> },
  { key: 'partner_name', cell: ({ partner }) => <PartnerLink {...partner} /> },
  { key: 'user' },
  {
    key: 'message_content',
    cell: ({ message_content }) => <span style={{ whiteSpace: 'pre-line' }}>{message_content}</span>,
  },
  { key: 'is_active' },
]

export function SupportDetails({ row, onClose }: { row: SupportMessage; onClose: () => void }) {
  return (
    <DetailsDialog
      feature="customerSupport"
      row={row}
      list={customerSupportList}
      fields={fields}
      about={String(row.id)}
      onClose={onClose}
    />
  )
}

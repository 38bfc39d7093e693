import { customerSupport, customerSupportList, type SupportMessage } from '@kontor/contract/customerSupport'
import type {} from '@kontor/contract/customerSupport/portal'
import { shortened } from '@kontor/contract/lib/text/shortened'
import type { ReactNode } from 'react'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import { DetailsDialog } from '../../components/form/DetailsDialog.tsx'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { PartnerLink } from '../partners/PartnerLink.tsx'
import { SupportType } from './SupportType.tsx'

const columns: readonly Col<SupportMessage>[] = [
  { key: 'updated_at', phone: 'below' },
  {
    key: 'type_name',
    width: 130,
    phone: 'end',
    cell: ({ type, begun_by }) => <SupportType type={type} begun_by={begun_by} />,
  },
  { key: 'message_content', main: true, phone: 'title' },
  { key: 'partner_name', width: 240, phone: 'line', cell: ({ partner }) => <PartnerLink {...partner} /> },
  { key: 'user' },
  { key: 'begun_by' },
  { key: 'is_active' },
]

/** The messages of partners as the documented table: read-only, and deactivated when resolved. */
export function SupportTable({ above }: { above: ReactNode }) {
  useRefresh('support_message', [customerSupport.index])
  return (
    <ListPage
      above={above}
      list={customerSupportList}
      listRoute={customerSupport.index}
      columns={columns}
      nameOf={({ message_content }) => shortened(message_content, 40)}
      details={SupportDetails}
      toggle={customerSupport.toggle}
    />
  )
}

const fields: readonly Col<SupportMessage>[] = [
  { key: 'updated_at' },
  { key: 'type_name', cell: ({ type, begun_by }) => <SupportType type={type} begun_by={begun_by} /> },
  { key: 'partner_name', cell: ({ partner }) => <PartnerLink {...partner} /> },
  { key: 'user' },
  { key: 'begun_by' },
  {
    key: 'message_content',
    cell: ({ message_content }) => <span style={{ whiteSpace: 'pre-line' }}>{message_content}</span>,
  },
  { key: 'is_active' },
]

function SupportDetails({ row, onClose }: { row: SupportMessage; onClose: () => void }) {
  return (
    <DetailsDialog
      row={row}
      list={customerSupportList}
      fields={fields}
      subtitle={String(row.id)}
      onClose={onClose}
    />
  )
}

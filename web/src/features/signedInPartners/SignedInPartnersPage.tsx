import type { SignedInPartner } from '@kontor/contract/signedInPartners'
import { signedInPartnerList, signedInPartners } from '@kontor/contract/signedInPartners'
import type { Col } from '../../components/data-table/columns.tsx'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import { PartnerLink } from '../partners/PartnerLink.tsx'

const columns: readonly Col<SignedInPartner>[] = [
  { key: 'code', code: true, phone: 'line' },
  {
    key: 'partner',
    main: true,
    phone: 'title',
    cell: ({ code, partner }) => <PartnerLink id={code} name={partner} />,
  },
  { key: 'user', width: 260, optional: false, phone: 'below' },
  { key: 'registered_at', phone: 'end' },
  { key: 'last_sign_in_at' },
]

/** The partners who have signed in to the partners' app. */
export function SignedInPartnersPage() {
  return (
    <ListPage
      list={signedInPartnerList}
      listRoute={signedInPartners.index}
      columns={columns}
      nameOf={({ partner }) => partner}
      excel={signedInPartners.excel}
    />
  )
}

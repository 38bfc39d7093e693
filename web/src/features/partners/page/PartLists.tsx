import { catalogueOrderList, catalogueOrders } from '@kontor/contract/catalogueOrders'
import { customerSupport, customerSupportList } from '@kontor/contract/customerSupport'
import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import type { Partner } from '@kontor/contract/partners'
import { userList, users } from '@kontor/contract/users'
import { useMemo } from 'react'
import { ListPage } from '../../../components/data-table/list-page/ListPage.tsx'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Parts.module.css'
import { StartConversationButton } from './StartConversationButton.tsx'

// Lists of other screens filtered to one partner. Rows are edited on their own screens.

const ofPartner = ({ id }: Partner) => ({ filters: { partner_id: String(id) } })

const orderColumns = [
  { key: 'created_at', phone: 'line' },
  { key: 'erp_code', code: true, width: 116 },
  { key: 'product_name', main: true, wraps: true, phone: 'title' },
  { key: 'quantity', width: 96 },
  { key: 'price', width: 104 },
  { key: 'total', width: 116, phone: 'end' },
  { key: 'ignore_quantity', width: 132 },
  { key: 'is_active', width: 116, phone: 'below', optional: false },
] as const

/** From the earliest possible date to today: the server's, because a page may stay open over midnight. */
const always = { date_from: '2000-01-01' }

/** All orders of a partner from the catalogue. */
export function Orders({ partner }: { partner: Partner }) {
  useRefresh('catalogueOrders', [catalogueOrders.index])
  const scope = useMemo(() => ofPartner(partner), [partner])
  return (
    <ListPage
      list={catalogueOrderList}
      listRoute={catalogueOrders.index}
      columns={orderColumns}
      paramPrefix="orders."
      body={always}
      scope={scope}
    />
  )
}

const supportColumns = [
  { key: 'updated_at', phone: 'below' },
  { key: 'type_name', width: 130, phone: 'end' },
  { key: 'message_content', main: true, wraps: true, phone: 'title' },
  { key: 'user', width: 200, phone: 'line', optional: false },
  { key: 'begun_by', width: 180, phone: 'line', optional: false },
  { key: 'is_active', width: 130 },
] as const

/** The support messages of a partner. */
export function Support({ partner }: { partner: Partner }) {
  useRefresh('support_message', [customerSupport.index])
  const scope = useMemo(() => ofPartner(partner), [partner])
  return (
    <ListPage
      list={customerSupportList}
      listRoute={customerSupport.index}
      columns={supportColumns}
      paramPrefix="support."
      scope={scope}
      above={
        <div className={classes.start}>
          <StartConversationButton
            to="/customerService"
            partnerId={partner.id}
            permission={supportInbox.start.permission}
          />
        </div>
      }
    />
  )
}

const userColumns = [
  { key: 'name', main: true },
  { key: 'username', width: 220, phone: 'line' },
  { key: 'email', width: 240, optional: false },
  { key: 'is_active', width: 130, phone: 'end' },
] as const

/** The users of a partner in the partners' app. */
export function Users({ partner }: { partner: Partner }) {
  const scope = useMemo(() => ofPartner(partner), [partner])
  return (
    <ListPage
      list={userList}
      listRoute={users.index}
      columns={userColumns}
      paramPrefix="users."
      scope={scope}
    />
  )
}

import { type Store, type StoreContact, storeContactList, storeContacts } from '@kontor/contract/stores'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListDialog } from '../../../components/data-table/list-page/ListDialog.tsx'
import type { OpenDialog } from '../../../components/data-table/list-page/useRecordDialog.ts'
import { useRowActions } from '../../../components/data-table/list-page/useRowActions.ts'
import { useToggle } from '../../../components/data-table/toolbar/useToggle.tsx'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { StoreMap } from './StoreMap.tsx'

const feature = 'storeContacts'
const columns: readonly Col<StoreContact>[] = [
  { key: 'updated_at' },
  { key: 'phone', main: true, cell: ({ phone }) => <Telephone phone={phone} /> },
  { key: 'is_active' },
]
const nameOf = ({ phone }: StoreContact) => phone

/** The contacts of a store in a full-screen dialog. */
export function ContactsDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useTranslations()
  const [open, show] = useState<OpenDialog<StoreContact> | null>(null)
  const [toggleDialog, runToggle] = useToggle<StoreContact>(feature, storeContacts.activateDeactivate, nameOf)
  const can = usePermission()
  const actions = useRowActions<StoreContact>(
    {
      canShow: false,
      canEdit: can(storeContacts.update.permission),
      toggle: can(storeContacts.activateDeactivate.permission) ? storeContacts.activateDeactivate : undefined,
    },
    show,
    runToggle,
  )
  const scope = useMemo(() => ({ query: { store_id: String(store.id) } }), [store.id])
  return (
    <ListDialog
      name={`features.${feature}`}
      title={`${store.name} · ${store.address}, ${store.city.name}`}
      list={storeContactList}
      rows={storeContacts.index}
      scope={scope}
      intro={<StoreMap store={store} />}
      columns={columns}
      nameOf={nameOf}
      actions={actions}
      {...(can(storeContacts.create.permission) && {
        add: { label: t(`features.${feature}.add`), run: () => show({ kind: 'form', row: null }) },
      })}
      onClose={onClose}
    >
      {toggleDialog}
      {open && <ContactDialog row={open.row} storeId={store.id} onClose={() => show(null)} />}
    </ListDialog>
  )
}

const Telephone = ({ phone }: { phone: string }) => (
  <a href={phoneLink(phone)} style={{ color: 'var(--accent-text)' }}>
    {phone}
  </a>
)

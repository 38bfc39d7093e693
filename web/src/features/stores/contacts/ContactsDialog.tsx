import { type Store, type StoreContact, storeContactList, storeContacts } from '@kontor/contract/stores'
import { useMemo, useState } from 'react'
import { useToggle } from '../../../kit/head/useToggle.tsx'
import { ListDialog } from '../../../kit/list/ListDialog.tsx'
import type { OpenDialog } from '../../../kit/list/useRecordDialog.ts'
import { useRowActions } from '../../../kit/list/useRowActions.ts'
import { phoneLink } from '../../../kit/look/phoneLink.ts'
import { useMay } from '../../../kit/rights/useMay.ts'
import type { Col } from '../../../kit/table/columns.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import { ContactDialog } from './ContactDialog.tsx'
import { StoreMap } from './StoreMap.tsx'

const feature = 'storeContacts'
const columns: readonly Col<StoreContact>[] = [
  { key: 'updated_at' },
  { key: 'phone', main: true, cell: ({ phone }) => <Telephone phone={phone} /> },
  { key: 'is_active' },
]
const nameOf = ({ phone }: StoreContact) => phone

/** The contacts of a store on the whole screen. */
export function ContactsDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useTexts(texts)
  const [open, show] = useState<OpenDialog<StoreContact> | null>(null)
  const [toggleDialog, runToggle] = useToggle<StoreContact>(feature, storeContacts.activateDeactivate, nameOf)
  const may = useMay()
  const actions = useRowActions<StoreContact>(
    {
      canShow: false,
      canEdit: may(storeContacts.update.needs),
      toggle: may(storeContacts.activateDeactivate.needs) ? storeContacts.activateDeactivate : undefined,
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
      {...(may(storeContacts.create.needs) && {
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

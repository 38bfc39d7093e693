import { session } from '@kontor/contract/session'
import { type Store, type StoreContact, storeContactList, storeContacts } from '@kontor/contract/stores'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Col } from '../../../components/data-table/columns.tsx'
import { ListDialog } from '../../../components/data-table/list-page/ListDialog.tsx'
import type { RecordDialogProps } from '../../../components/data-table/list-page/listPageProps.ts'
import type { OpenDialog } from '../../../components/data-table/list-page/useRecordDialog.ts'
import { useRowActions } from '../../../components/data-table/list-page/useRowActions.ts'
import { useToggle } from '../../../components/data-table/toolbar/useToggle.tsx'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { TextField } from '../../../components/form/fields/fields.tsx'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLabels } from '../../../lib/i18n/words.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import classes from './ContactsDialog.module.css'

const columns: readonly Col<StoreContact>[] = [
  { key: 'updated_at' },
  { key: 'phone', main: true, cell: ({ phone }) => <Telephone phone={phone} /> },
  { key: 'is_active' },
]
const nameOf = ({ phone }: StoreContact) => phone

const PointMap = lazyPart(() => import('../../../components/map/PointMap.tsx'), 'PointMap')

/** The location of a store on a map. */
function StoreMap({ store: { latitude, longitude } }: { store: Store }) {
  const t = useTranslations()
  const about = useApiQuery(session.about, {}, { staleTime: Number.POSITIVE_INFINITY })
  const point = [Number(latitude), Number(longitude)] as const
  return (
    <div className={classes.map}>
      {about.data && (
        <PointMap label={t('stores.place')} point={point} center={point} tiles={about.data.map_tiles} />
      )}
    </div>
  )
}

/** The contacts of a store in a full-screen dialog. */
export function ContactsDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const { add } = useLabels(storeContactList)
  const [open, show] = useState<OpenDialog<StoreContact> | null>(null)
  const [toggleDialog, runToggle] = useToggle<StoreContact>(
    storeContactList,
    storeContacts.activateDeactivate,
    nameOf,
  )
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
      title={`${store.name} · ${store.address}, ${store.city.name}`}
      list={storeContactList}
      listRoute={storeContacts.index}
      scope={scope}
      intro={<StoreMap store={store} />}
      columns={columns}
      nameOf={nameOf}
      actions={actions}
      {...(can(storeContacts.create.permission) && {
        add: { label: add, run: () => show({ kind: 'form', row: null }) },
      })}
      onClose={onClose}
    >
      {toggleDialog}
      {open && <ContactDialog row={open.row} storeId={store.id} onClose={() => show(null)} />}
    </ListDialog>
  )
}

interface ContactDialogProps extends RecordDialogProps<StoreContact> {
  storeId: number
}

function ContactDialog({ row, storeId, onClose }: ContactDialogProps) {
  const initialValues = useMemo(() => ({ store_id: storeId }), [storeId])
  return (
    <FormDialog
      row={row}
      routes={storeContacts}
      list={storeContactList}
      initialValues={initialValues}
      onClose={onClose}
    >
      <TextField name="phone" />
    </FormDialog>
  )
}

const Telephone = ({ phone }: { phone: string }) => (
  <a href={phoneLink(phone)} style={{ color: 'var(--accent-text)' }}>
    {phone}
  </a>
)

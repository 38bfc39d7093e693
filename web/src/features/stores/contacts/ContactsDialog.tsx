import { type Store, type StoreContact, storeContactList, storeContacts } from '@kontor/contract/stores'
import { Button } from '@mantine/core'
import { IconFilterOff, IconPlus, IconRefresh, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../kit/Dialog.tsx'
import { IconButton } from '../../../kit/IconButton.tsx'
import { DataTable } from '../../../kit/table/DataTable.tsx'
import { EmptyList } from '../../../kit/table/EmptyState.tsx'
import { SearchInput } from '../../../kit/table/PageHead.tsx'
import { Pagination } from '../../../kit/table/Pagination.tsx'
import { useListModel } from '../../../kit/table/useListModel.ts'
import { useOwnListState } from '../../../kit/table/useListState.ts'
import type { OpenDialog } from '../../../kit/table/useRecordDialog.ts'
import { useRowActions } from '../../../kit/table/useRowActions.ts'
import { useToggle } from '../../../kit/table/useToggle.tsx'
import { ContactDialog } from './ContactDialog.tsx'
import classes from './ContactsDialog.module.css'

const room = 'storeContacts'
const list = storeContactList
const columns = [{ key: 'updated_at' }, { key: 'phone', main: true }, { key: 'is_active' }] as const
const nameOf = ({ phone }: StoreContact) => phone

/** The contacts of a store on the whole screen. */
export function ContactsDialog({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useTranslations()
  const { model, actions, open, show, toggleDialog, refresh } = useContacts(store.id)
  const { data, state, onChange } = model
  const title = t(`rooms.${room}.title`)
  const add = { label: t(`rooms.${room}.add`), run: () => show({ kind: 'form', row: null }) }
  return (
    <Dialog title={`${store.name} · ${store.address}, ${store.city.name}`} full onClose={onClose}>
      <Tools {...model} onRefresh={refresh} add={add} />
      <DataTable {...model} title={title} nameOf={nameOf} actions={actions}>
        {data.rows.length === 0 && <EmptyList {...model} room={room} list={list} add={add} />}
      </DataTable>
      <Pagination title={title} state={state} total={data.total} sizes={list.sizes} onChange={onChange} />
      {toggleDialog}
      {open && <ContactDialog row={open.row} storeId={store.id} onClose={() => show(null)} />}
    </Dialog>
  )
}

interface ToolsProps extends Pick<ReturnType<typeof useContacts>['model'], 'form' | 'state' | 'active'> {
  onRefresh: () => void
  add: { label: string; run: () => void }
}

function Tools({ form, state, active, onRefresh, add }: ToolsProps) {
  const t = useTranslations()
  return (
    <div className={classes.tools}>
      <SearchInput form={form} applied={state.search} first />
      <IconButton icon={IconSearch} label={t('table.search')} onClick={form.apply} />
      {(active.length > 0 || state.search) && (
        <IconButton icon={IconFilterOff} label={t('table.clear')} onClick={form.clearAll} />
      )}
      <IconButton icon={IconRefresh} label={t('table.refresh')} onClick={onRefresh} />
      <Button leftSection={<IconPlus size={16} stroke={1.6} />} onClick={add.run}>
        {add.label}
      </Button>
    </div>
  )
}

/** The list of one store's contacts and what can be done with a row. */
function useContacts(storeId: number) {
  const [state, onChange] = useOwnListState(list)
  const scope = { store_id: String(storeId) }
  const shown = useListModel({ room, rows: storeContacts.index, list, columns, state, onChange, scope })
  const { ready, ...model } = shown
  const [open, show] = useState<OpenDialog<StoreContact> | null>(null)
  const [toggleDialog, runToggle] = useToggle<StoreContact>(room, storeContacts.toggle, nameOf)
  const given = { form: ContactDialog, toggle: storeContacts.toggle }
  const actions = useRowActions<StoreContact>(given, show, runToggle)
  const refresh = () => {
    if (state.page === 1 && state.size === list.size) model.data.refetch()
    else onChange({ page: 1, size: list.size })
  }
  return { model: { ...model, state, onChange, columns: ready }, actions, open, show, toggleDialog, refresh }
}

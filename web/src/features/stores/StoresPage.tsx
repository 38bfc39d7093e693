import { type Store, storeList, storeSheet, stores } from '@kontor/contract/stores'
import { IconAddressBook, IconMap2 } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ListPage } from '../../components/data-table/list-page/ListPage.tsx'
import type { RowAction } from '../../components/data-table/rowAction.ts'
import { useSheets } from '../../components/import-wizard/useSheets.ts'
import { useLabels } from '../../lib/i18n/words.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'
import { ContactsDialog } from './contacts/ContactsDialog.tsx'

// Loaded with the first opened record.
const StoreDialog = lazyPart(() => import('./StoreDialog.tsx'), 'StoreDialog')

const columns = [
  { key: 'id' },
  { key: 'name', main: true },
  { key: 'address', width: 260, phone: 'line' },
  { key: 'city' },
  { key: 'is_active', phone: 'end' },
] as const

export function StoresPage() {
  const t = useTranslations()
  const sheets = useSheets(useLabels(storeList).title, stores, storeSheet)
  const [shown, show] = useState<Store | null>(null)
  const actions = useMemo<RowAction<Store>[]>(
    () => [
      { key: 'contacts', icon: IconAddressBook, label: t('stores.contacts'), run: show },
      { key: 'map', icon: IconMap2, label: t('stores.open_map'), run: openMap },
    ],
    [t],
  )
  return (
    <>
      <ListPage
        {...sheets}
        list={storeList}
        listRoute={stores.index}
        columns={columns}
        form={StoreDialog}
        routes={stores}
        actions={actions}
        toggle={stores.toggle}
      />
      {shown && <ContactsDialog store={shown} onClose={() => show(null)} />}
    </>
  )
}

/** noopener: the new tab has no reference to this one. */
function openMap({ latitude, longitude }: Store) {
  const params = new URLSearchParams({ mlat: latitude, mlon: longitude })
  window.open(`https://www.openstreetmap.org/?${params}`, '_blank', 'noopener,noreferrer')
}

import { history } from '@kontor/contract/history'
import { historyTables } from '@kontor/contract/history/tables'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { RecordHistoryProps } from '../../components/form/recordHistory.ts'
import { Dialog } from '../../components/ui/dialog/Dialog.tsx'
import { CloseButton } from '../../components/ui/dialog/FooterButtons.tsx'
import { NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { Notice } from '../../components/ui/Notice.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { Changes, tableOf } from './Changes.tsx'
import { EntryHead } from './EntryDialog.tsx'
import classes from './History.module.css'
import { Pages } from './Pages.tsx'

/** The history of a record, newest first; an entry of a child record shows its name and kind. */
export function HistoryDialog({ feature, id, recordName, onClose }: RecordHistoryProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const [page, setPage] = useState(1)
  const table = tableOf(feature) ?? 'products'
  const { data, error, refetch } = useApiQuery(
    history.ofRecord,
    { params: { table, id: String(id) }, query: { page: String(page) } },
    { keepPrevious: true, staleTime: 0 },
  )
  return (
    <Dialog
      title={t('history.title')}
      subtitle={recordName}
      width={560}
      tall={(data?.result.length ?? 0) > 4}
      note={<Pages page={page} total={data?.total_rows ?? 0} onPage={setPage} />}
      buttons={<CloseButton data-autofocus onClick={onClose} />}
      onClose={onClose}
    >
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {data?.total_rows === 0 && (
        <Notice icon={IconHistory} title={t('history.empty')} text={t('history.empty_hint')} />
      )}
      <ol>
        {data?.result.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            <EntryHead entry={entry} />
            {entry.table !== table && (
              <h3 className={classes.record}>
                {ownName(entry.record, recordName)} <span>{historyTables[entry.table].label[locale]}</span>
              </h3>
            )}
            <Changes table={entry.table} values={entry.values} />
          </li>
        ))}
      </ol>
    </Dialog>
  )
}

/** The name of a child record without the name of this record. */
const ownName = (name: string | null, owner = '') =>
  name?.startsWith(`${owner} · `) ? name.slice(owner.length + 3) : name

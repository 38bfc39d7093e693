import { campaignPartnerSheet, campaignPartners } from '@kontor/contract/campaigns/partners'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { isOpen } from '@kontor/contract/lib/imports/questions'
import type { RecordRef } from '@kontor/contract/lib/lists/list'
import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { FileStep } from '../../../components/import-wizard/FileStep.tsx'
import wizard from '../../../components/import-wizard/import.module.css'
import { Problems } from '../../../components/import-wizard/Problems.tsx'
import { Columns } from '../../../components/import-wizard/questions/Columns.tsx'
import { LeftOut } from '../../../components/import-wizard/questions/LeftOut.tsx'
import { Questions } from '../../../components/import-wizard/questions/Questions.tsx'
import { rememberColumns } from '../../../components/import-wizard/questions/remembered.ts'
import { useFocusOnward } from '../../../components/import-wizard/useFocusOnward.ts'
import { type Import, useImport } from '../../../components/import-wizard/useImport.ts'
import { Dialog } from '../../../components/ui/dialog/Dialog.tsx'
import { CancelButton } from '../../../components/ui/dialog/FooterButtons.tsx'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { type SheetRow, sheetChanges, written } from './draft.ts'
import { useShortList } from './Notes.tsx'
import classes from './SheetDialog.module.css'
import { type DraftStore, useStore } from './store.ts'

const routes = {
  import: campaignPartners.read,
  importStatus: campaignPartners.importStatus,
  undoImport: campaignPartners.undoImport,
}

interface SheetDialogProps {
  store: DraftStore
  onClose: () => void
}

/** Imports partners and their cash from a spreadsheet into the draft; saves nothing. */
export function SheetDialog({ store, onClose }: SheetDialogProps) {
  const t = useTranslations()
  const importState = useImport({ title: t('stepper.sheet_title'), routes, layout: campaignPartnerSheet })
  const focusRef = useFocusOnward<HTMLDivElement>(`${importState.preview !== null} ${importState.isReading}`)
  const read = useRead(store, importState.preview)
  const take = () => {
    if (importState.preview) rememberColumns(routes.import.path, importState.preview, campaignPartnerSheet)
    store.setLines('partners', written(store.state().draft.partners, read.fitting))
    onClose()
  }
  return (
    <Dialog
      title={t('stepper.sheet_title')}
      subtitle={importState.file?.name}
      width={880}
      tall
      onClose={onClose}
      note={t('stepper.sheet_help')}
      buttons={<Buttons importState={importState} read={read} onTake={take} onClose={onClose} />}
    >
      <div ref={focusRef} className={classes.container}>
        {importState.failure && (
          <p className={wizard.failure} role="alert">
            <IconAlertCircle size={18} aria-hidden />
            {importState.failure}
          </p>
        )}
        {!importState.preview && (
          <FileStep
            importState={importState}
            layout={campaignPartnerSheet}
            option={undefined}
            last={null}
            onUndo={onClose}
          />
        )}
        {importState.preview && (
          <>
            {importState.preview.questions.length > 0 && (
              <Questions
                questions={importState.preview.questions}
                layout={campaignPartnerSheet}
                isReading={importState.isReading}
                onAnswer={importState.answer}
              />
            )}
            <Columns
              result={importState.preview}
              layout={campaignPartnerSheet}
              list={routes.import.path}
              onAnswer={importState.answer}
            />
            <Found {...read} />
            <LeftOut result={importState.preview} />
            {importState.preview.counts.problems > 0 && <Problems result={importState.preview} />}
          </>
        )}
      </div>
    </Dialog>
  )
}

interface ButtonsProps {
  importState: Import
  read: Read
  onTake: () => void
  onClose: () => void
}

/** As in every import, nothing is applied while the sheet has errors or open questions. */
function Buttons({ importState: { preview, isReading }, read, onTake, onClose }: ButtonsProps) {
  const t = useTranslations()
  const isSettled = preview !== null && !preview.questions.some(isOpen) && preview.counts.problems === 0
  const count = read.fresh + read.changed
  const isEmpty = count === 0 && isSettled && !read.isLoading
  return (
    <>
      <CancelButton onClick={onClose} />
      {preview && (
        <Button
          size="md"
          data-onward
          disabled={!isSettled || read.isLoading || isReading || count === 0}
          onClick={onTake}
        >
          {isEmpty ? t('stepper.sheet_nothing') : t('stepper.sheet_take', { count })}
        </Button>
      )}
    </>
  )
}

/** The changes of the draft by a sheet. */
interface Read extends ReturnType<typeof sheetChanges> {
  apart: readonly RecordRef[]
  isLoading: boolean
}

function useRead(store: DraftStore, preview: ImportResult | null): Read {
  const draft = useStore(store, (state) => state.draft)
  const rows = useMemo(() => rowsOf(preview), [preview])
  const categories = [...draft.categories.keys()]
  const partners = rows.flatMap(({ id }) => (draft.partners.has(id) ? [] : id))
  const { data, isPending } = useQuery({
    queryKey: ['stepper sheet', categories, partners],
    queryFn: () => apiRequest(campaignPartners.apart, { body: { categories, partners } }),
    enabled: partners.length > 0,
  })
  return useMemo(() => {
    const apart = data?.partners ?? []
    const changes = sheetChanges(draft.partners, rows, new Set(apart.map(({ id }) => id)))
    return { ...changes, apart, isLoading: partners.length > 0 && isPending }
  }, [rows, data, draft.partners, partners.length, isPending])
}

/** The partners of a sheet with their cash, an addition of this route to the import result. */
const rowsOf = (preview: ImportResult | null): readonly SheetRow[] =>
  preview && 'result' in preview && Array.isArray(preview.result) ? preview.result : []

/** Four counts, and the partners that cannot be added. */
function Found({ fresh, changed, same, apart, inactive }: Read) {
  const t = useTranslations()
  const few = useShortList()
  const { integer } = useFormat()
  const counts = [
    { count: fresh, label: t('stepper.sheet_new', { count: fresh }) },
    { count: changed, label: t('stepper.sheet_changed', { count: changed }) },
    { count: same, label: t('stepper.sheet_same') },
    { count: apart.length + inactive.length, label: t('stepper.sheet_left_out') },
  ]
  const leftOut = [
    { key: 'stepper.sheet_apart_text', partners: apart },
    { key: 'stepper.sheet_inactive_text', partners: inactive },
  ] as const
  return (
    <>
      <dl className={classes.counts}>
        {counts.map(({ count, label }) => (
          <div key={label}>
            <dd>{integer(count)}</dd>
            <dt>{label}</dt>
          </div>
        ))}
      </dl>
      {leftOut.map(
        ({ key, partners }) =>
          partners.length > 0 && (
            <p key={key} className={classes.apart}>
              {t(key, { count: partners.length, partners: few(partners.map(({ name }) => name)) })}
            </p>
          ),
      )}
    </>
  )
}

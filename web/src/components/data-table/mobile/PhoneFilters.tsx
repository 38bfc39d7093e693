import { Button } from '@mantine/core'
import type { RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../../ui/dialog/Dialog.tsx'
import type { FlagWords, ReadyColumn } from '../columns.tsx'
import type { ListState } from '../list-page/listState.ts'
import { FilterInput } from '../toolbar/FilterInput.tsx'
import { SearchInput } from '../toolbar/ListToolbar.tsx'
import type { FilterForm } from '../toolbar/useFilterForm.ts'
import classes from './PhoneList.module.css'

interface PhoneFiltersProps<Row> {
  columns: readonly ReadyColumn<Row>[]
  state: ListState
  form: FilterForm
  flag: FlagWords
  onClose: () => void
}

/** The header filters as a form. */
export function PhoneFilters<Row>({ columns, state, form, flag, onClose }: PhoneFiltersProps<Row>) {
  const t = useTranslations()
  const apply = () => {
    if (form.apply()) onClose()
  }
  const clear = () => {
    form.clearAll()
    onClose()
  }
  return (
    <Dialog
      title={t('table.filters')}
      onClose={onClose}
      buttons={
        <>
          <Button variant="default" onClick={clear}>
            {t('table.clear')}
          </Button>
          <Button onClick={apply}>{t('table.apply')}</Button>
        </>
      }
    >
      <DialogBody>
        {/* The ref is typed for a header row; it is only queried for inputs. */}
        <div ref={form.ref as RefObject<HTMLTableRowElement & HTMLDivElement>} className={classes.filters}>
          <SearchInput form={form} applied={state.search} />
          {columns.map(
            (column) =>
              column.definition.filter && (
                <div key={column.key}>
                  <span aria-hidden>{column.label}</span>
                  <FilterInput column={column} state={state} form={form} flag={flag} onApply={() => {}} />
                </div>
              ),
          )}
        </div>
      </DialogBody>
    </Dialog>
  )
}

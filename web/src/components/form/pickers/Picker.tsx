import type { Route } from '@kontor/contract/lib/http/route'
import { Button, Loader, Switch } from '@mantine/core'
import { IconFilterOff, IconSearch } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { shownError } from '../../../lib/api/shownError.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'
import { useLabels } from '../../../lib/i18n/words.ts'
import { DataTable } from '../../data-table/DataTable.tsx'
import { EmptyList } from '../../data-table/list-page/EmptyList.tsx'
import { isFiltered, type ListState, listBodyOf } from '../../data-table/list-page/listState.ts'
import { useListModel } from '../../data-table/list-page/useListModel.ts'
import { useOwnListState } from '../../data-table/list-page/useListState.ts'
import type { RowOf } from '../../data-table/list-page/useRows.ts'
import type { ListRow } from '../../data-table/listRow.ts'
import { SelectRowByClick } from '../../data-table/SelectRowByClick.tsx'
import { type ActiveFilter, SearchInput } from '../../data-table/toolbar/ListToolbar.tsx'
import { Pagination } from '../../data-table/toolbar/Pagination.tsx'
import type { FilterForm } from '../../data-table/toolbar/useFilterForm.ts'
import { usePicking } from '../../data-table/usePicking.ts'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import { CancelButton } from '../../ui/dialog/FooterButtons.tsx'
import { useUnsaved } from '../../ui/dialog/useUnsaved.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import classes from './Picker.module.css'
import type { PickerDialogProps } from './pickers.ts'
import { rememberPicked } from './recentlyPicked.ts'
import { Suggestions } from './Suggestions.tsx'
import { type PickerProps, usePickerList } from './usePickerList.ts'

const nameOf = (row: ListRow) => row.name ?? String(row.id)
const NONE: readonly never[] = []

/**
 * Picks records from a list of any kind: in a dialog with filters, which can save the choice, or as
 * suggestions while typing.
 */
export function Picker<const R extends Route>({ typing, ...props }: PickerProps<R>) {
  return typing ? <Suggestions {...props} typing={typing} /> : <PickerDialog {...props} />
}

function PickerDialog<R extends Route>(props: PickerProps<R>) {
  const { list, single = false, first = NONE, onPick } = props
  const t = useTranslations()
  const labels = useLabels(list)
  const title = props.title ?? labels.title
  const { model, picking, onlyPicked, setOnlyPicked } = usePicker(props)
  const { data } = model
  const saving = useSaving(props)
  const isChanged = picking.picked.size !== first.length || first.some(({ id }) => !picking.picked.has(id))
  const requestClose = useUnsaved(props.save !== undefined && isChanged, { onLeave: props.onClose })
  const onClose = () => !saving.isPending && requestClose()
  const confirm = () => {
    rememberPicked(list.name, [...picking.picked])
    onPick?.([...picking.pickedRows])
    if (props.save) saving.send([...picking.picked])
    else props.onClose()
  }
  const count = picking.picked.size
  const empty = onlyPicked ? (
    <p className={classes.empty}>{t('picker.none')}</p>
  ) : (
    <EmptyList {...model} words={labels.empty} />
  )
  return (
    <Dialog
      title={title}
      width={880}
      tall
      isBusy={saving.isPending}
      onClose={onClose}
      note={
        props.all &&
        !onlyPicked &&
        !saving.isPending && (
          <All {...props.all} state={model.state} count={data.total} isStale={data.isPlaceholderData} />
        )
      }
      buttons={
        <>
          <CancelButton onClick={onClose} />
          <Button
            size="md"
            disabled={count === 0 && first.length === 0}
            aria-busy={saving.isPending} // `loading` would take the focus away
            leftSection={saving.isPending && <Loader size={14} color="currentColor" />}
            onClick={confirm}
          >
            {single ? t('picker.confirm') : t('picker.confirm_count', { count })}
          </Button>
        </>
      }
    >
      <Tools {...model} count={count} onlyPicked={onlyPicked} onOnlyPicked={setOnlyPicked} />
      <SelectRowByClick single={single} picking={picking} onDone={confirm}>
        <DataTable {...model} title={title} nameOf={nameOf} picking={picking} lockedIds={props.lockedIds}>
          {data.rows.length === 0 && empty}
        </DataTable>
      </SelectRowByClick>
      {!onlyPicked && <Pagination {...model} title={title} />}
    </Dialog>
  )
}

/** Saves the selection and closes the dialog. On failure it shows the error, and the selection stays. */
function useSaving({ save, onClose }: Pick<PickerDialogProps, 'save' | 'onClose'>) {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: async (ids: readonly number[]) => save?.(ids),
    onSuccess: (mayClose) => {
      if (mayClose) onClose()
    },
    onError: shownError.show,
    onSettled: () => void queries.invalidateQueries(),
  })
  return { send: useExclusiveCall(mutate), isPending }
}

interface ToolsProps {
  form: FilterForm
  state: ListState
  active: readonly ActiveFilter[]
  count: number
  onlyPicked: boolean
  onOnlyPicked: (only: boolean) => void
}

/** Search, clear, and the switch that shows only selected rows. */
function Tools({ form, state, active, count, onlyPicked, onOnlyPicked }: ToolsProps) {
  const t = useTranslations()
  return (
    <div className={classes.tools}>
      <SearchInput form={form} applied={state.search} first />
      <IconButton icon={IconSearch} label={t('table.search')} onClick={form.apply} />
      {(active.length > 0 || state.search) && (
        <IconButton icon={IconFilterOff} label={t('table.clear')} onClick={form.clearAll} />
      )}
      <Switch
        className={classes.only ?? ''}
        label={t('picker.only_picked', { count })}
        checked={onlyPicked}
        onChange={(event) => onOnlyPicked(event.target.checked)}
      />
    </div>
  )
}

/** Selects all rows that match the filters, on all pages. */
function All({
  label,
  run,
  state,
  count,
  isStale,
}: NonNullable<PickerDialogProps['all']> & { state: ListState; count: number; isStale: boolean }) {
  if (!isFiltered(state) || count === 0) return null
  return (
    <Button
      size="md"
      variant="default"
      disabled={isStale} // the count is still that of the filters before
      onClick={() => run(listBodyOf(state).filters, count)}
    >
      {label(count)}
    </Button>
  )
}

/** The list, its selection, and whether only selected rows are shown. */
function usePicker<const R extends Route>(props: PickerProps<R>) {
  const { listRoute, columns, single = false, first = NONE } = props
  const list = usePickerList(props)
  const { flag } = useLabels(list)
  const [state, onChange] = useOwnListState(list)
  const [onlyPicked, setOnlyPicked] = useState(false)
  const { data, ...model } = useListModel({ flag, listRoute, list, columns, state, onChange })
  const { picked, pickedRows, only, onPick } = usePicking<RowOf<R>>(data.rows, first as readonly RowOf<R>[]) // opaque values: stored and returned, never read
  const shown = useMemo(
    () => (onlyPicked ? { ...data, rows: pickedRows, total: pickedRows.length } : data),
    [onlyPicked, data, pickedRows],
  )
  const pickOne = useCallback(
    (ids: number[]) => only(data.rows.filter((row) => ids.includes(row.id))),
    [only, data.rows],
  )
  return {
    model: { ...model, data: shown },
    picking: { picked, pickedRows, single, onPick: single ? pickOne : onPick },
    onlyPicked,
    setOnlyPicked,
  }
}

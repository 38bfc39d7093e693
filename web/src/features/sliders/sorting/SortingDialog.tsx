import { sliderList } from '@kontor/contract/sliders'
import { type SortedSlider, sliderSorting } from '@kontor/contract/sliders/sorting'
import { Button } from '@mantine/core'
import { IconAlertTriangle, IconSlideshow } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Bar } from '../../../components/ui/Bar.tsx'
import { Dialog } from '../../../components/ui/dialog/Dialog.tsx'
import { CancelButton } from '../../../components/ui/dialog/FooterButtons.tsx'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { Failed, Notice } from '../../../components/ui/Notice.tsx'
import { PlainButton } from '../../../components/ui/PlainButton.tsx'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useLabels } from '../../../lib/i18n/words.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import { arrange, movedTo, placedIds } from './arrangement.ts'
import classes from './SortingDialog.module.css'
import { SortingRows } from './SortingRows.tsx'

/** The active sliders in the order in which partners see them; the office gives them places. */
export function SortingDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const { empty } = useLabels(sliderList)
  const { data, isError, refetch } = useApiQuery(sliderSorting.index, {}, { staleTime: 0 })
  useRefresh('sliders', [sliderSorting.index])
  const edit = useArrangement(data ?? [])
  const mutation = useApiMutation(sliderSorting.save, { success: t('sliders.order_saved'), onDone: onClose })
  const requestClose = useUnsaved(edit.isChanged, { onLeave: onClose })
  const { said, act } = useActs(edit)
  return (
    <Dialog
      title={t('sliders.order_title')}
      width={880}
      tall
      isBusy={mutation.isPending}
      onKey={(event) => onArrow(event, edit.rows, act.move)}
      onClose={requestClose}
      note={<span role="status">{said}</span>}
      buttons={
        <>
          <CancelButton onClick={requestClose} />
          <Button
            size="md"
            loading={mutation.isPending}
            disabled={!data}
            onClick={() => !mutation.isPending && mutation.mutate({ body: { ids: edit.ids } })}
          >
            {t('common.save')}
          </Button>
        </>
      }
    >
      {edit.isOutdated && !mutation.isPending && !mutation.isSuccess && (
        <div role="alert">
          <Bar icon={IconAlertTriangle} tone="warn">
            <span>{t('sliders.order_changed')}</span>
            <PlainButton small onClick={edit.discard}>
              {t('sliders.order_discard')}
            </PlainButton>
          </Bar>
        </div>
      )}
      {data && data.length > 0 && (
        <>
          <p className={classes.help}>
            {t('sliders.order_help')} <span>{t('sliders.order_keys')}</span>
          </p>
          <SortingRows rows={edit.rows} placed={edit.placed} act={act} />
        </>
      )}
      {data?.length === 0 && <Notice icon={IconSlideshow} {...empty} />}
      {isError && !data && <Failed title={t('sliders.order_failed')} onRetry={() => void refetch()} />}
    </Dialog>
  )
}

/** Arrow keys go from row to row; with Alt they move the row. */
function onArrow(
  event: KeyboardEvent<HTMLElement>,
  rows: readonly SortedSlider[],
  move: (from: number, to: number) => void,
) {
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  const button = event.target instanceof Element ? event.target.closest('button') : null
  const row = button?.closest<HTMLElement>('li[data-id]')
  if (!step || !button || !row) return
  event.preventDefault()
  const from = rows.findIndex(({ id }) => String(id) === row.dataset.id)
  if (event.altKey) move(from, from + step)
  else focusOtherButton(row, button, step)
}

/** Moves the focus to the same button of the row above or below. */
function focusOtherButton(row: HTMLElement, { name }: HTMLButtonElement, step: number) {
  const next = step < 0 ? row.previousElementSibling : row.nextElementSibling
  next?.querySelector<HTMLElement>(`button[name="${name}"]`)?.focus()
}

/** What the buttons and keys do, and what the live region says of it. */
function useActs({ rows, placed, move, free }: ReturnType<typeof useArrangement>) {
  const t = useTranslations()
  const [said, say] = useState('')
  const count = rows.length
  const act = {
    move: (from: number, to: number) => {
      const row = rows[from]
      if (!row || to < 0 || to >= count || (to === from && from < placed)) return
      move(from, to)
      say(t('sliders.order_moved', { name: row.name, place: to + 1, count }))
    },
    free: (from: number) => {
      const row = rows[from]
      if (!row || from >= placed) return
      say(t('sliders.order_freed', { name: row.name, place: free(row.id) + 1, count }))
    },
  }
  return { said, act }
}

interface Draft {
  ids: readonly number[]
  /** The stored order with which it began. */
  begunWith: string
}

/** The order that is being edited, over the stored one, which may change meanwhile. */
function useArrangement(stored: readonly SortedSlider[]) {
  const [draft, setDraft] = useState<Draft | null>(null)
  const storedIds = placedIds(stored)
  const storedOrder = storedIds.join()
  const arrangement = arrange(stored, draft?.ids ?? storedIds)
  const { rows, placed } = arrangement
  const ids = rows.slice(0, placed).map(({ id }) => id)
  const change = (next: readonly number[]) =>
    setDraft({ ids: next, begunWith: draft?.begunWith ?? storedOrder })
  return {
    rows,
    placed,
    ids,
    isChanged: ids.join() !== storedOrder,
    /** Somebody else has saved another order since this one was begun. */
    isOutdated: draft !== null && draft.begunWith !== storedOrder,
    move: (from: number, to: number) => change(movedTo(arrangement, from, to)),
    /** Takes the place of a slider; returns where it is then, from 0. */
    free: (freed: number) => {
      const next = ids.filter((id) => id !== freed)
      change(next)
      return arrange(stored, next).rows.findIndex(({ id }) => id === freed)
    },
    discard: () => setDraft(null),
  }
}

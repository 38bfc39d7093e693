import type { ListDefinition } from '@kontor/contract/kit/list/list'
import type { ColumnChoice } from '@kontor/contract/kit/list/views'
import { type SavedView, views } from '@kontor/contract/kit/views/views'
import { Button, Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog, DialogBody } from '../dialog/Dialog.tsx'
import { underField } from '../form/FieldMessage.tsx'
import type { ListState } from '../list/listState.ts'
import type { CallError } from '../net/call.ts'
import { useAct } from '../net/useAct.ts'
import { notify } from '../notify/notify.tsx'
import { useMessage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { viewTexts as texts } from './texts.ts'
import type { ListViews } from './useListViews.ts'
import { keptOf } from './useViewActs.tsx'

interface ViewDialogProps {
  kit: ListViews
  list: ListDefinition
  state: ListState
  columns: ColumnChoice | null
  /** The view to be called otherwise or shared; absent for a new one. */
  view: SavedView | undefined
  onSaved: (id: number) => void
  onClose: () => void
}

/** Under which name a view is saved, and whether colleagues see it. */
export function ViewDialog({ kit, list, state, columns, view, onSaved, onClose }: ViewDialogProps) {
  const common = useTranslations()
  const t = useTexts(texts)
  const form = useId()
  const [name, setName] = useState(view?.name ?? '')
  const [isShared, setShared] = useState(view?.is_shared ?? false)
  const { wrong, setWrong, isSaving, save } = useSaving({ kit, list, state, columns, view, onSaved, onClose })
  return (
    <Dialog
      title={view ? t('view.rename') : t('view.new')}
      brief
      width={400}
      onClose={onClose}
      buttons={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            {common('common.cancel')}
          </Button>
          <Button size="md" type="submit" form={form} loading={isSaving}>
            {common('common.save')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id={form} noValidate onSubmit={(event) => save(event, { name, is_shared: isShared })}>
          <TextInput
            data-autofocus
            label={t('view.name')}
            maxLength={60}
            autoComplete="off"
            value={name}
            onChange={({ currentTarget }) => {
              setWrong(undefined)
              setName(currentTarget.value)
            }}
            {...underField(wrong, undefined)}
          />
          <Checkbox
            mt={12}
            label={t('view.share')}
            description={t('view.share_help')}
            checked={isShared}
            onChange={({ currentTarget }) => setShared(currentTarget.checked)}
          />
        </form>
      </DialogBody>
    </Dialog>
  )
}

/** Adds the view or changes its name; a name that is not taken is said at its field. */
function useSaving({ kit, list, state, columns, view, onSaved, onClose }: ViewDialogProps) {
  const t = useTexts(texts)
  const message = useMessage()
  const [wrong, setWrong] = useState<string>()
  const options = {
    success: t('view.saved'),
    onDone: ({ id }: { id: number }) => {
      onSaved(id)
      onClose()
    },
    onFailed: (error: CallError) => {
      const [key] = error.body.errors?.name ?? []
      if (key) setWrong(message(key))
      else notify.failure(error)
    },
  }
  const create = useAct(views.create, options)
  const update = useAct(views.update, options)
  const save = (event: FormEvent, named: { name: string; is_shared: boolean }) => {
    event.preventDefault()
    if (named.name.trim() === '') return setWrong(t('view.name_missing'))
    if (!view)
      return create.mutate({ body: { list: kit.list, ...named, ...keptOf(state, list, columns, kit.looks) } })
    const { id, version, filters, search, sort, columns: own, size } = view
    const kept = { filters, search, sort, columns: own, size }
    return update.mutate({ params: { id: String(id) }, body: { ...named, version, ...kept } })
  }
  return { wrong, setWrong, save, isSaving: create.isPending || update.isPending }
}

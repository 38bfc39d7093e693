import type { ColumnChoice } from '@kontor/contract/lib/lists/default-views'
import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { type SavedView, views } from '@kontor/contract/lib/lists/saved-views'
import { Checkbox, TextInput } from '@mantine/core'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ApiError } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useExclusiveCall } from '../../../lib/api/useExclusiveCall.ts'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { underField } from '../../form/FieldMessage.tsx'
import { SubmitDialog } from '../../ui/dialog/SubmitDialog.tsx'
import type { ListState } from '../list-page/listState.ts'
import { savedStateOf } from './useSavedViewActions.tsx'
import type { SavedViewsOfList } from './useSavedViews.ts'

interface SavedViewDialogProps {
  listViews: SavedViewsOfList
  list: ListDefinition
  state: ListState
  columns: ColumnChoice | null
  /** The view to rename or share; absent for a new one. */
  view: SavedView | undefined
  /** What a new view could be called. */
  suggestion: string
  onSaved: (id: number) => void
  onClose: () => void
}

/** Characters. */
const MAX_NAME = 60

/** The name of a view, and whether it is shared. */
export function SavedViewDialog(props: SavedViewDialogProps) {
  const { view, suggestion, onClose } = props
  const t = useTranslations()
  const [typed, setName] = useState(view?.name)
  const name = typed ?? suggestion.slice(0, MAX_NAME) // it may follow, with filters that are just being applied
  const [isShared, setShared] = useState(view?.is_shared ?? false)
  const { wrong, setWrong, isSaving, save } = useSaving(props)
  const input = useRef<HTMLInputElement>(null)
  // A new value drops the selection of the former one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the suggestion changes
  useEffect(() => {
    if (typed === undefined && document.activeElement === input.current) input.current?.select()
  }, [suggestion, typed])
  return (
    <SubmitDialog
      title={view ? t('view.rename') : t('view.new')}
      brief
      width={400}
      isBusy={isSaving}
      onSubmit={(event) => save(event, { name, is_shared: isShared })}
      onClose={onClose}
    >
      <TextInput
        ref={input}
        data-autofocus
        required
        label={t('view.name')}
        maxLength={MAX_NAME}
        autoComplete="off"
        value={name}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onChange={({ currentTarget }) => {
          setWrong(undefined)
          setName(currentTarget.value)
        }}
        {...underField(wrong, t('view.share_help'))}
      />
      <Checkbox
        mt={12}
        label={t('view.share')}
        checked={isShared}
        onChange={({ currentTarget }) => setShared(currentTarget.checked)}
      />
    </SubmitDialog>
  )
}

/** Creates or updates the view; errors of the name are shown at its field. */
function useSaving({ listViews, list, state, columns, view, onSaved, onClose }: SavedViewDialogProps) {
  const t = useTranslations()
  const message = useMessage()
  const [wrong, setWrong] = useState<string>()
  const options = {
    success: t('view.saved'),
    onDone: ({ id }: { id: number }) => {
      onSaved(id)
      onClose()
    },
    onFailed: (error: ApiError) => {
      const [key] = error.body.errors?.name ?? []
      if (key) setWrong(message(key))
      else shownError.show(error)
    },
  }
  const create = useApiMutation(views.create, options)
  const send = useExclusiveCall(create.mutate)
  const update = useApiMutation(views.update, options)
  const save = (event: FormEvent, named: { name: string; is_shared: boolean }) => {
    event.preventDefault()
    if (named.name.trim() === '') return setWrong(t('view.name_missing'))
    if (!view)
      return send({
        body: {
          list: listViews.list,
          ...named,
          ...savedStateOf(state, list, columns, listViews.preferences),
        },
      })
    const { id, version, filters, search, sort, columns: savedColumns, size } = view
    const saved = { filters, search, sort, columns: savedColumns, size }
    return update.mutate({ params: { id: String(id) }, body: { ...named, version, ...saved } })
  }
  return { wrong, setWrong, save, isSaving: create.isPending || update.isPending }
}

import type { ResponseBody, Route } from '@kontor/contract/lib/http/route'
import { Text, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type FormEvent, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import { shownError } from '../../lib/api/shownError.ts'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { useMessage } from '../../lib/i18n/i18n.tsx'
import { useIsHere } from '../../lib/router/useIsHere.ts'
import type { RowAction } from '../data-table/rowAction.ts'
import { underField } from '../form/FieldMessage.tsx'
import { SubmitDialog } from '../ui/dialog/SubmitDialog.tsx'

interface Named {
  id: number
  name: string
}

interface Duplicating<R extends Route> {
  /** Takes the name of the copy and returns it. */
  route: R
  title: string
  /** Explains what is copied and what is not. */
  text: string
  /** Label of the name. */
  label: string
  success: string
  /** Called while the user is still on the screen. */
  onDone?: (copy: ResponseBody<R>) => void
}

/** Duplicates a row under a new name. Render the first returned element; the second is the row action. */
export function useDuplicate<Row extends Named, const R extends Route>(options: Duplicating<R>) {
  const [row, setRow] = useState<Row | null>(null)
  const action = useDuplicateAction<Row>(options.route.permission, setRow)
  const dialog = row && <DuplicateDialog {...options} row={row} onClose={() => setRow(null)} />
  return [dialog, action] as const
}

/** The row action that duplicates. */
export function useDuplicateAction<Row>(permission: Route['permission'], run: (row: Row) => void) {
  const t = useTranslations()
  return useMemo<RowAction<Row>>(
    () => ({
      key: 'duplicate',
      shortcut: 'd',
      icon: IconCopy,
      label: t('compose.duplicate'),
      permission,
      run,
    }),
    [t, permission, run],
  )
}

interface DuplicateDialogProps<R extends Route> extends Duplicating<R> {
  row: Named
  onClose: () => void
}

function DuplicateDialog<R extends Route>(props: DuplicateDialogProps<R>) {
  const { route, row, onClose } = props
  const t = useTranslations()
  const message = useMessage()
  const isHere = useIsHere()
  const [name, setName] = useState(() => t('compose.duplicate_suggested', { name: row.name }))
  const [wrong, setWrong] = useState<string>()
  const mutation = useApiMutation<Route>(route, {
    success: props.success,
    onDone: (copy) => {
      onClose()
      if (isHere()) props.onDone?.(copy as ResponseBody<R>) // TypeScript cannot infer it for a generic route
    },
    onFailed: (error) => {
      const nameError = error.body.errors?.name?.[0]
      if (nameError) setWrong(message(nameError, error.body.params))
      else shownError.show(error)
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!mutation.isPending) mutation.mutate({ params: { id: String(row.id) }, body: { name } } as never)
  }
  return (
    <SubmitDialog
      title={props.title}
      subtitle={row.name}
      isBusy={mutation.isPending}
      submit={{ children: t('compose.duplicate') }}
      onSubmit={save}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        label={props.label}
        value={name}
        onChange={({ currentTarget }) => {
          setWrong(undefined)
          setName(currentTarget.value)
        }}
        {...underField(wrong)}
      />
      <Text c="var(--text-2)" mt={12}>
        {props.text}
      </Text>
    </SubmitDialog>
  )
}

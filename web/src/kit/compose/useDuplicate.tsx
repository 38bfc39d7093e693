import type { Reply, Route } from '@kontor/contract/kit/api/route'
import { Button, Text, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { type FormEvent, useId, useMemo, useState } from 'react'
import { Dialog, DialogBody } from '../dialog/Dialog.tsx'
import { underField } from '../form/FieldMessage.tsx'
import { useAct } from '../net/useAct.ts'
import { notify } from '../notify/notify.tsx'
import type { RowAction } from '../table/TableBody.tsx'
import { useMessage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { composeTexts } from './texts.ts'

interface Named {
  id: number
  name: string
}

interface Duplicating<R extends Route> {
  /** Takes the name of the copy, and answers it. */
  route: R
  title: string
  /** What the copy has and what it has not. */
  text: string
  /** What the name is called. */
  label: string
  success: string
  onDone?: (copy: Reply<R>) => void
}

/** Duplicates a row, whose copy is given a name. Put the first element of the result on screen; the second is the row’s action. */
export function useDuplicate<Row extends Named, const R extends Route>(given: Duplicating<R>) {
  const [row, setRow] = useState<Row | null>(null)
  const action = useDuplicateAction<Row>(given.route.needs, setRow)
  const dialog = row && <DuplicateDialog {...given} row={row} onClose={() => setRow(null)} />
  return [dialog, action] as const
}

/** The action of a row that duplicates it. */
export function useDuplicateAction<Row>(needs: Route['needs'], run: (row: Row) => void) {
  const t = useTexts(composeTexts)
  return useMemo<RowAction<Row>>(
    () => ({ key: 'duplicate', letter: 'd', icon: IconCopy, label: t('compose.duplicate'), needs, run }),
    [t, needs, run],
  )
}

interface DuplicateDialogProps<R extends Route> extends Duplicating<R> {
  row: Named
  onClose: () => void
}

function DuplicateDialog<R extends Route>(props: DuplicateDialogProps<R>) {
  const { route, row, onClose } = props
  const t = useTexts(composeTexts)
  const message = useMessage()
  const form = useId()
  const [name, setName] = useState(() => t('compose.duplicate_suggested', { name: row.name }))
  const [wrong, setWrong] = useState<string>()
  const act = useAct<Route>(route, {
    success: props.success,
    onDone: (copy) => {
      onClose()
      props.onDone?.(copy as Reply<R>) // of a route in general TypeScript cannot tell
    },
    onFailed: (error) => {
      const own = error.body.errors?.name?.[0]
      if (own) setWrong(message(own, error.body.params))
      else notify.failure(error)
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!act.isPending) act.mutate({ params: { id: String(row.id) }, body: { name } } as never)
  }
  return (
    <Dialog
      title={props.title}
      about={row.name}
      onClose={onClose}
      buttons={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button size="md" type="submit" form={form} loading={act.isPending}>
            {t('compose.duplicate')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id={form} noValidate onSubmit={save}>
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
        </form>
      </DialogBody>
    </Dialog>
  )
}

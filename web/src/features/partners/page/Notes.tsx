import type { Partner } from '@kontor/contract/partners'
import { MAX_NOTE, type PartnerNote, partnerNotes } from '@kontor/contract/partners/notes'
import { Button, Textarea } from '@mantine/core'
import { IconNote, IconPencil, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Mentioned } from '../../../components/editor/mentions/Mentioned.tsx'
import { toSent, toWritten } from '../../../components/editor/mentions/mentionText.ts'
import { SuggestList } from '../../../components/editor/mentions/SuggestList.tsx'
import { useWriting } from '../../../components/editor/mentions/useWriting.ts'
import { CancelButton } from '../../../components/ui/dialog/FooterButtons.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { NotLoaded } from '../../../components/ui/ErrorPages.tsx'
import { IconButton } from '../../../components/ui/IconButton.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { isFocusLost } from '../../../components/ui/useFocusFallback.ts'
import { useApiMutation } from '../../../lib/api/useApiMutation.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../../lib/realtime/useEvents.ts'
import classes from './Notes.module.css'

/** Internal notes about a partner. Users who may edit partners can write; each can edit their own notes. */
export function Notes({ partner: { id } }: { partner: Partner }) {
  const t = useTranslations()
  const canWrite = usePermission()(partnerNotes.create.permission)
  useRefresh('partner_notes', [partnerNotes.index])
  const params = { id: String(id) }
  const { data, error, refetch } = useApiQuery(partnerNotes.index, { params })
  const add = useApiMutation(partnerNotes.create, { success: t('partner.notes.added') })
  return (
    <section className={classes.notes} aria-label={t('partner.notes.title')}>
      {canWrite && (
        <NoteForm
          label={t('partner.notes.write')}
          hint={t('partner.notes.hint')}
          action={t('partner.notes.add')}
          isBusy={add.isPending}
          onSave={(note, done) => add.mutate({ params, body: { note } }, { onSuccess: done })}
        />
      )}
      {error && !data && <NotLoaded error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && (
        <Notice icon={IconNote} title={t('partner.notes.none')} text={t('partner.notes.none_hint')} />
      )}
      <ul>
        {data?.map((note) => (
          <Note key={note.id} note={note} canWrite={canWrite} />
        ))}
      </ul>
    </section>
  )
}

function Note({ note, canWrite }: { note: PartnerNote; canWrite: boolean }) {
  const t = useTranslations()
  const { dateTime } = useFormat()
  const [isEditing, setEditing] = useState(false)
  const edit = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  useEffect(() => {
    if (wasEditing.current && !isEditing && isFocusLost(edit.current)) edit.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  const [question, confirm] = useConfirm()
  const params = { id: String(note.id) }
  const save = useApiMutation(partnerNotes.update, { success: t('partner.notes.saved') })
  const remove = useApiMutation(partnerNotes.remove, { success: t('partner.notes.removed') })
  const ask = async () => {
    const question = {
      title: t('partner.notes.remove_title'),
      text: t('partner.notes.remove_text'),
      action: t('partner.notes.remove'),
    }
    if (await confirm(question)) remove.mutate({ params })
  }
  const isChanged = note.version > 1
  return (
    <li>
      <header>
        <b>{note.author.name}</b>
        <time dateTime={note.created_at}>{dateTime(note.created_at)}</time>
        {isChanged && <span>{t('partner.notes.changed', { at: dateTime(note.updated_at) })}</span>}
        {note.is_own && canWrite && !isEditing && (
          <span className={classes.tools}>
            <IconButton
              ref={edit}
              size="small"
              icon={IconPencil}
              label={t('partner.notes.edit')}
              onClick={() => setEditing(true)}
            />
            <IconButton
              size="small"
              icon={IconTrash}
              label={t('partner.notes.remove')}
              onClick={() => void ask()}
            />
          </span>
        )}
      </header>
      {isEditing ? (
        <NoteForm
          label={t('partner.notes.edit')}
          first={note.note}
          action={t('common.save')}
          isBusy={save.isPending}
          onSave={(text, done) =>
            save.mutate({ params, body: { note: text, version: note.version } }, { onSuccess: done })
          }
          onClose={() => setEditing(false)}
        />
      ) : (
        <p>
          <Mentioned text={note.note} />
        </p>
      )}
      {question}
    </li>
  )
}

interface NoteFormProps {
  label: string
  hint?: string
  first?: string
  action: string
  isBusy: boolean
  onSave: (note: string, done: () => void) => void
  /** When editing a note: cancels. */
  onClose?: () => void
}

/** Enter adds a line, Ctrl+Enter saves, Esc cancels. */
function NoteForm({ label, hint, first = '', action, isBusy, onSave, onClose }: NoteFormProps) {
  const t = useTranslations()
  const [typed, setTyped] = useState(() => toWritten(first))
  const { field, suggest, props } = useWriting({ kind: 'note', text: typed, onText: setTyped })
  const isOpened = onClose !== undefined
  useEffect(() => {
    if (!isOpened) return
    field.current?.focus()
    field.current?.setSelectionRange(MAX_NOTE, MAX_NOTE) // the end
  }, [field, isOpened])
  const note = toSent(typed).trim()
  const isDirty = note !== first && note !== ''
  const requestClose = useUnsaved(isDirty, { onLeave: onClose ?? (() => setTyped('')) })
  const save = (event?: FormEvent) => {
    event?.preventDefault()
    if (!isDirty || isBusy) return
    onSave(note, () => {
      setTyped('')
      onClose?.()
    })
  }
  return (
    <form className={classes.form} onSubmit={save}>
      <div className={classes.written}>
        <Textarea
          {...props}
          label={label}
          {...(hint && { description: hint })}
          placeholder={t('partner.notes.placeholder')}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={MAX_NOTE}
          readOnly={isBusy} // the field is emptied when the note has been saved
          onKeyDown={(event) => {
            if (suggest.onKey(event)) return
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save()
            if (event.key !== 'Escape') return
            event.stopPropagation() // it would close the question as well
            requestClose()
          }}
        />
        <SuggestList suggest={suggest} isBelow />
      </div>
      <div>
        {onClose && <CancelButton size="sm" onClick={requestClose} />}
        <Button type="submit" variant="default" loading={isBusy} disabled={!isDirty}>
          {action}
        </Button>
      </div>
    </form>
  )
}

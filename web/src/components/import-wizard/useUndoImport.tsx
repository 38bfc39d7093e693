import type { ChangedSince } from '@kontor/contract/lib/http/errors'
import type { ImportStatus } from '@kontor/contract/lib/imports/imports'
import { importSource } from '@kontor/contract/lib/imports/source'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useConfirm } from '../ui/dialog/useConfirm.tsx'

/**
 * Undoes an import, or with `skipChanged` only the rows that were not changed since; `onChanged` is called when
 * there are changed rows.
 */
interface Undoing {
  undo: (
    id: number,
    skipChanged: boolean,
    callbacks: { onUndone?: () => void; onChanged?: (changed: ChangedSince) => void },
  ) => void
}

/**
 * Undoes the last import after a confirmation, with `note` in its question. Rows that were changed since are named, and
 * undoing the others is offered. `undo` resolves with whether it was confirmed.
 */
export function useUndoImport(
  undoing: Undoing,
  last: ImportStatus['last'] | undefined,
  { note = '', onUndone }: { note?: string | undefined; onUndone?: (() => void) | undefined } = {},
) {
  const t = useTranslations()
  const names = useChangedNames()
  const { locale } = useLanguage()
  const [question, confirm] = useConfirm()
  const callbacks = onUndone ? { onUndone } : {}
  const ask = (text: string, action: string) =>
    confirm({ title: t('upload.undo_title'), text: `${text} ${note}`.trim(), action, danger: true })
  const undoUnchanged = async (id: number, changed: ChangedSince) => {
    if (changed.others === 0) return true
    const text = t('upload.others_text', { names: names(changed) })
    const isConfirmed = await ask(text, t('upload.undo_others', { count: changed.others }))
    if (isConfirmed) undoing.undo(id, true, callbacks)
    return isConfirmed
  }
  const undo = async () => {
    if (!last) return false
    if (last.changed.count > 0) return undoUnchanged(last.id, last.changed)
    const text = t('upload.undo_text', { file: importSource(last.file_name, locale) })
    const isConfirmed = await ask(text, t('upload.undo'))
    const onChanged = (changed: ChangedSince) => void undoUnchanged(last.id, changed)
    if (isConfirmed) undoing.undo(last.id, false, { ...callbacks, onChanged })
    return isConfirmed
  }
  return { question, undo }
}

/** 'Guma (MIC-1, Marko), Filter i još 3'. */
export function useChangedNames() {
  const t = useTranslations()
  return ({ count, rows }: ChangedSince) => {
    const named = rows.map(({ name, code, by, is_used }) => {
      const details = [code === name ? null : code, by, is_used ? t('upload.is_used') : null].filter(Boolean)
      return details.length > 0 ? `${name} (${details.join(', ')})` : name
    })
    return t('upload.changed_names', { names: named.join(', '), more: count - rows.length })
  }
}

import type { ImportStatus } from '@kontor/contract/lib/imports/imports'
import { importSource } from '@kontor/contract/lib/imports/source'
import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import classes from './import.module.css'
import type { Undoable } from './undoable.ts'
import { canUndoImport } from './useImportStatus.ts'

interface Running {
  running: ImportStatus['running']
  /** What was begun here, until the server answers what runs. */
  action: 'import' | 'undo'
}

/** Progress of the running import or undo. */
export function Progress({ running, action }: Running) {
  const t = useTranslations()
  const { words, ...bar } = useProgress({ running, action })
  return (
    <div className={classes.padded}>
      <div className={classes.drop} role="status">
        <b>{words}</b>
        <progress aria-label={words} {...bar} />
        {running && <span>{t('upload.by', { user: running.user })}</span>}
      </div>
    </div>
  )
}

/** The progress of a running import above its list, also for users who did not start it. */
export function ImportBanner({ running, onOpen }: { running: ImportStatus['running']; onOpen: () => void }) {
  const t = useTranslations()
  const { words, ...bar } = useProgress({ running, action: 'import' })
  if (!running) return null
  return (
    <section className={classes.banner} aria-label={t('upload.open_running')}>
      <b>{words}</b>
      <progress aria-label={words} {...bar} />
      <span>{t('upload.banner', { user: running.user })}</span>
      <LinkButton onClick={onOpen}>{t('upload.open_running')}</LinkButton>
    </section>
  )
}

interface LastProps {
  last: NonNullable<ImportStatus['last']>
  isUndoing: boolean
  /** The undo button has the initial focus. */
  isFirst?: boolean | undefined
  onUndo: () => void
}

/** The last import, with its undo button. */
export function Last({ last, isUndoing, isFirst, onUndo }: LastProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { dateTime } = formatOf(locale)
  return (
    <div className={classes.last}>
      <span>
        {t('upload.last', {
          file: importSource(last.file_name, locale),
          at: dateTime(last.created_at),
          user: last.user,
        })}
        <small>
          {last.undone_at
            ? t(last.left > 0 ? 'upload.last_left' : 'upload.last_undone', {
                at: dateTime(last.undone_at),
                left: last.left,
              })
            : t('upload.last_counts', { created: last.created, updated: last.updated })}
          {last.changed.count > 0 && `; ${t('upload.changed_since', { count: last.changed.count })}`}
        </small>
      </span>
      {canUndoImport(last) && (
        <Button variant="default" data-autofocus={isFirst || undefined} loading={isUndoing} onClick={onUndo}>
          {t('upload.undo')}
        </Button>
      )}
    </div>
  )
}

interface NewImportProps {
  last: Undoable
  onUndo: (id: number) => void
  onClose: () => void
}

/** Above the list after an import: that it can be undone, with a link to it. */
export function NewImport({ last, onUndo, onClose }: NewImportProps) {
  const t = useTranslations()
  const file = importSource(last.file_name, useLanguage().locale)
  const { count, others } = last.changed
  return (
    <section className={classes.banner} role="status">
      <span>
        {count > 0 ? t('upload.new_changed', { file, count, others }) : t('upload.new_undoable', { file })}
      </span>
      <LinkButton onClick={() => onUndo(last.id)}>{t('upload.undo')}</LinkButton>
      <IconButton icon={IconX} label={t('common.close')} size="small" onClick={onClose} />
    </section>
  )
}

/** '12.000 od 20.000' and the progress bar; without numbers until they are known. */
function useProgress({ running, action: begun }: Running) {
  const t = useTranslations()
  const { action, done, total } = running ?? { action: begun, done: 0, total: 0 }
  if (total === 0) return { words: t(`upload.begin_${action}`) }
  return { words: t(`upload.progress_${action}`, { done, total }), value: done, max: total }
}

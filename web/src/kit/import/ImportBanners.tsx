import type { ImportStatus } from '@kontor/contract/kit/imports/imports'
import { importSource } from '@kontor/contract/kit/imports/source'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import classes from './import.module.css'
import { importTexts } from './texts.ts'

/** How far the import is that runs, or the undoing of one. */
export function Progress({ running }: { running: ImportStatus['running'] }) {
  const t = useTexts(importTexts)
  const { words, ...bar } = useProgress(running)
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

/** The same in the list itself, for those too who did not start it. */
export function ImportBanner({ running, onOpen }: { running: ImportStatus['running']; onOpen: () => void }) {
  const t = useTexts(importTexts)
  const { words, ...bar } = useProgress(running)
  if (!running) return null
  return (
    <section className={classes.banner} aria-label={t('upload.open_running')}>
      <b>{words}</b>
      <progress aria-label={words} {...bar} />
      <span>{t('upload.banner', { user: running.user })}</span>
      <button type="button" onClick={onOpen}>
        {t('upload.open_running')}
      </button>
    </section>
  )
}

/** The same place afterwards: that it can be undone, and the way there. */
export function NewImport({ last, onOpen }: { last: NonNullable<ImportStatus['last']>; onOpen: () => void }) {
  const t = useTexts(importTexts)
  const file = importSource(last.file_name, useLanguage().locale)
  return (
    <section className={classes.banner} role="status">
      <span>{t('upload.new_undoable', { file })}</span>
      <button type="button" onClick={onOpen}>
        {t('upload.undo')}
      </button>
    </section>
  )
}

/** '12.000 od 20.000' and its bar; before the file has been read neither can be said. */
function useProgress(running: ImportStatus['running']) {
  const t = useTexts(importTexts)
  if (!running || running.total === 0) return { words: t('upload.reading') }
  const { action, done, total } = running
  return { words: t(`upload.progress_${action}`, { done, total }), value: done, max: total }
}

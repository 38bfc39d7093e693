import type { ImportStatus } from '@kontor/contract/kit/imports/imports'
import { importSource } from '@kontor/contract/kit/imports/source'
import { Button } from '@mantine/core'
import { formatOf } from '../texts/format.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { canTakeBack } from './ImportButton.tsx'
import classes from './import.module.css'
import { importTexts } from './texts.ts'

interface LastProps {
  last: NonNullable<ImportStatus['last']>
  isUndoing: boolean
  onUndo: () => void
}

/** What was imported last, and the way back. */
export function Last({ last, isUndoing, onUndo }: LastProps) {
  const t = useTexts(importTexts)
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
      {canTakeBack(last) && (
        <Button variant="default" loading={isUndoing} onClick={onUndo}>
          {t('upload.undo')}
        </Button>
      )}
    </div>
  )
}

/** In the list itself, once an import has ended: that it can be undone, and the way there. */
export function NewImport({ last, onOpen }: Pick<LastProps, 'last'> & { onOpen: () => void }) {
  const t = useTexts(importTexts)
  const file = importSource(last.file_name, useLanguage().locale)
  const { count, others } = last.changed
  return (
    <section className={classes.banner} role="status">
      <span>
        {count > 0 ? t('upload.new_changed', { file, count, others }) : t('upload.new_undoable', { file })}
      </span>
      <button type="button" onClick={onOpen}>
        {t('upload.undo')}
      </button>
    </section>
  )
}

import type { ImportStatus } from '@kontor/contract/kit/imports/imports'
import { importSource } from '@kontor/contract/kit/imports/source'
import { IconFileImport } from '@tabler/icons-react'
import { Bar } from '../look/Bar.tsx'
import { PlainButton } from '../look/PlainButton.tsx'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { importTexts } from './texts.ts'

interface NewImportProps {
  last: NonNullable<ImportStatus['last']>
  /** Opens the import, where it is undone. */
  onOpen: () => void
}

/** Over a list that has just been imported into: that it can be undone, and the way there. */
export function NewImport({ last, onOpen }: NewImportProps) {
  const t = useTexts(importTexts)
  const file = importSource(last.file_name, useLanguage().locale)
  return (
    <div role="status">
      <Bar icon={IconFileImport}>
        <span>{t('upload.new_undoable', { file })}</span>
        <PlainButton small onClick={onOpen}>
          {t('upload.undo')}
        </PlainButton>
      </Bar>
    </div>
  )
}

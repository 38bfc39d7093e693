import { IconFileImport } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/IconButton.tsx'

/** Opens the import dialog. */
export function ImportButton({ onOpen }: { onOpen: () => void }) {
  const t = useTranslations()
  return (
    <IconButton
      icon={IconFileImport}
      label={t('table.import')}
      word={t('table.import_word')}
      onClick={onOpen}
    />
  )
}

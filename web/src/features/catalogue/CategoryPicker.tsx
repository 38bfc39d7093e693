import { type CatalogueNode, catalogue } from '@kontor/contract/catalogue'
import { useTranslations } from 'use-intl'
import type { PickerDialogProps } from '../../components/form/pickers/pickers.ts'
import { FolderDialog } from '../../components/tree/page/FolderDialog.tsx'
import { NodePicture } from './NodePicture.tsx'

const icon = (node: CatalogueNode, isOpen: boolean) => <NodePicture node={node} isOpen={isOpen} />

/** Picks a category from the tree. */
export function CategoryPicker({ onPick, onClose }: PickerDialogProps) {
  const t = useTranslations()
  return (
    <FolderDialog
      title={t('catalogue.place')}
      action={t('catalogue.place_choose')}
      routes={catalogue}
      icon={icon}
      onChoose={(id, name) => id !== null && onPick?.([{ id, name }])}
      onClose={onClose}
    />
  )
}

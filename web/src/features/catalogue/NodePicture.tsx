import type { CatalogueNode } from '@kontor/contract/catalogue'
import { IconFolder, IconFolderOpen, IconPhoto } from '@tabler/icons-react'
import classes from './NodePicture.module.css'

/** The icon of a category, or a product's picture, loaded lazily. */
export function NodePicture({ node, isOpen }: { node: CatalogueNode; isOpen: boolean }) {
  const Folder = isOpen ? IconFolderOpen : IconFolder
  if (!node.product) return <Folder size={18} aria-hidden />
  const { imagePath } = node.product
  if (!imagePath) return <IconPhoto className={classes.empty ?? ''} size={18} stroke={1.4} aria-hidden />
  return <img className={classes.picture} src={imagePath} alt="" loading="lazy" />
}

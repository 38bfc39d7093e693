import type { SupportNode } from '@kontor/contract/technicalSupport'
import {
  type Icon,
  IconFile,
  IconFileSpreadsheet,
  IconFileText,
  IconFileTypeDocx,
  IconFileTypeJpg,
  IconFileTypePdf,
  IconFileTypePng,
  IconFileTypeZip,
  IconFolder,
  IconFolderOpen,
  IconLink,
} from '@tabler/icons-react'

/** Icons of files by extension. */
const icons: Readonly<Record<string, Icon>> = {
  pdf: IconFileTypePdf,
  docx: IconFileTypeDocx,
  doc: IconFileTypeDocx,
  xlsx: IconFileSpreadsheet,
  xls: IconFileSpreadsheet,
  csv: IconFileSpreadsheet,
  jpg: IconFileTypeJpg,
  jpeg: IconFileTypeJpg,
  png: IconFileTypePng,
  zip: IconFileTypeZip,
  txt: IconFileText,
}

export const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** The icon of a folder, a file by type, or a link. */
export const NodeIcon = ({ node, isOpen }: { node: SupportNode; isOpen: boolean }) => {
  const folder = isOpen ? IconFolderOpen : IconFolder
  const item = node.is_file ? (icons[endingOf(node.file?.file_name ?? '')] ?? IconFile) : IconLink
  const Icon = node.is_item ? item : folder
  return <Icon size={18} aria-hidden />
}

import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { IconFileExport, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { download } from '../../../lib/api/apiRequest.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import { notify } from '../../ui/snackbar/notify.tsx'

/** A file that a feature offers besides its list. */
export interface FeatureFile {
  label: string
  route: Route
  /** What it is called with. */
  input?: RequestInput<Route>
}

interface ExportMenuProps {
  /** Without it there are only the feature's own files. */
  onExport: ((format: 'xlsx' | 'pdf') => void) | undefined
  files?: readonly FeatureFile[] | undefined
}

/** The list as it is shown, as Excel or PDF, and the feature's own files; nothing where there is no file. */
export function ExportMenu(props: ExportMenuProps) {
  const t = useTranslations()
  if (!props.onExport && !props.files?.length) return null
  return (
    <Menu target={<IconButton icon={IconFileExport} label={t('table.export')} />}>
      <ExportItems {...props} />
    </Menu>
  )
}

/** The same as items of another menu. */
export function ExportItems({ onExport, files = [] }: ExportMenuProps) {
  const t = useTranslations()
  return (
    <>
      {onExport && (
        <>
          <MenuItem icon={IconFileSpreadsheet} onClick={() => onExport('xlsx')}>
            {t('table.export_list')}
          </MenuItem>
          <MenuItem icon={IconFileTypePdf} onClick={() => onExport('pdf')}>
            {t('table.export_pdf')}
          </MenuItem>
        </>
      )}
      {onExport && files.length > 0 && <MenuLine />}
      {files.map(({ label, route, input }) => (
        <MenuItem
          key={label}
          icon={IconFileSpreadsheet}
          onClick={() => download(route, input ?? {}).catch(notify.failure)}
        >
          {label}
        </MenuItem>
      ))}
    </>
  )
}

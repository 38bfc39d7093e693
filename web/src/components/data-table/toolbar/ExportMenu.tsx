import type { RequestInput, Route } from '@kontor/contract/lib/http/route'
import { IconDownload, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { download } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine, MenuNote } from '../../ui/Menu.tsx'

/** A further file that a feature offers. */
export interface FeatureFile {
  label: string
  route: Route
  /** Input of the route. */
  input?: RequestInput<Route>
}

/** Why a list cannot be exported as shown: what the user may not export is in its filters, or all its columns. */
export type ExportLack = 'columns' | 'filters'

interface ExportMenuProps {
  /** Absent when only the feature's own files exist. */
  onExport: ((format: 'xlsx' | 'pdf') => void) | undefined
  /** The reason, when the list cannot be exported as shown. */
  exportLacks?: ExportLack | undefined
  files?: readonly FeatureFile[] | undefined
}

/** Exports the list as Excel or PDF, and offers the feature's own files; renders nothing without any. */
export function ExportMenu(props: ExportMenuProps) {
  const t = useTranslations()
  if (!props.onExport && !props.files?.length) return null
  return (
    <Menu target={<IconButton icon={IconDownload} label={t('table.export')} word={t('table.export')} />}>
      <ExportItems {...props} />
    </Menu>
  )
}

/** The items of {@link ExportMenu}, for another menu. */
export function ExportItems({ onExport, exportLacks, files = [] }: ExportMenuProps) {
  const t = useTranslations()
  return (
    <>
      {onExport && exportLacks && <MenuNote>{t(`table.export_lacks.${exportLacks}`)}</MenuNote>}
      {onExport && !exportLacks && (
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
          onClick={() => download(route, input ?? {}).catch(shownError.show)}
        >
          {label}
        </MenuItem>
      ))}
    </>
  )
}

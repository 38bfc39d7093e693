import type { Route } from '@kontor/contract/kit/route'
import { Menu } from '@mantine/core'
import { IconFileExport, IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { download } from '../call.ts'
import { IconButton } from '../IconButton.tsx'
import { notify } from '../notify.tsx'

/** A file that a room offers besides its list. */
export interface RoomFile {
  label: string
  route: Route
}

interface ExportMenuProps {
  onExport: (format: 'xlsx' | 'pdf') => void
  files?: readonly RoomFile[] | undefined
}

/** The list as it is shown, as Excel or PDF, and the room's own files. */
export function ExportMenu(props: ExportMenuProps) {
  const t = useTranslations()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon={IconFileExport} label={t('table.export')} />
      </Menu.Target>
      <Menu.Dropdown>
        <ExportItems {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The same as items of another menu. */
export function ExportItems({ onExport, files = [] }: ExportMenuProps) {
  const t = useTranslations()
  const icon = { size: 16, stroke: 1.6 }
  return (
    <>
      <Menu.Item leftSection={<IconFileSpreadsheet {...icon} />} onClick={() => onExport('xlsx')}>
        {t('table.export_list')}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={() => onExport('pdf')}>
        {t('table.export_pdf')}
      </Menu.Item>
      {files.length > 0 && <Menu.Divider role="separator" />}
      {files.map(({ label, route }) => (
        <Menu.Item
          key={label}
          leftSection={<IconFileSpreadsheet {...icon} />}
          onClick={() => download(route, {}).catch(notify.failure)}
        >
          {label}
        </Menu.Item>
      ))}
    </>
  )
}

import { Menu } from '@mantine/core'
import { IconChecks, IconDots, IconFileImport, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../IconButton.tsx'
import { ImportDialog, type Imports } from '../import/ImportButton.tsx'
import { ExportItems, type RoomFile } from './ExportMenu.tsx'
import classes from './PhoneList.module.css'
import type { PageLink } from './useListPage.ts'

export interface PhoneMenuProps {
  onRefresh: () => void
  onExport: (format: 'xlsx' | 'pdf') => void
  onPick: () => void
  imports?: Imports | undefined
  files?: readonly RoomFile[] | undefined
  link?: PageLink | undefined
}

/** On a phone: what the toolbar of the wide list has, as one menu. */
export function PhoneMenu({ onRefresh, onExport, onPick, imports, files, link }: PhoneMenuProps) {
  const t = useTranslations()
  const [isImporting, setImporting] = useState(false)
  const icon = { size: 16, stroke: 1.6 }
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <IconButton className={classes.more ?? ''} icon={IconDots} label={t('table.more')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconChecks {...icon} />} onClick={onPick}>
            {t('table.pick_rows')}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh {...icon} />} onClick={onRefresh}>
            {t('table.refresh')}
          </Menu.Item>
          {link && (
            <Menu.Item component={Link} to={link.to} leftSection={<link.icon {...icon} />}>
              {link.label}
            </Menu.Item>
          )}
          <Menu.Divider role="separator" />
          {imports && (
            <Menu.Item leftSection={<IconFileImport {...icon} />} onClick={() => setImporting(true)}>
              {t('table.import')}
            </Menu.Item>
          )}
          <ExportItems onExport={onExport} files={files} />
        </Menu.Dropdown>
      </Menu>
      {imports && isImporting && (
        <Suspense>
          <ImportDialog {...imports} onClose={() => setImporting(false)} />
        </Suspense>
      )}
    </>
  )
}

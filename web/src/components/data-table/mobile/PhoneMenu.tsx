import { IconChecks, IconDots, IconFileImport, IconRefresh } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/Menu.tsx'
import type { ListTool, PageLink } from '../list-page/listPageProps.ts'
import { ExportItems, type FeatureFile } from '../toolbar/ExportMenu.tsx'
import classes from './PhoneList.module.css'

export interface PhoneMenuProps {
  onRefresh: () => void
  onExport: ((format: 'xlsx' | 'pdf') => void) | undefined
  onPick: (() => void) | undefined
  onImport?: (() => void) | undefined
  files?: readonly FeatureFile[] | undefined
  link?: PageLink | undefined
  tool?: ListTool | undefined
}

/** The toolbar of the wide list as a menu, for phones. */
export function PhoneMenu({ onRefresh, onExport, onPick, onImport, files, link, tool }: PhoneMenuProps) {
  const t = useTranslations()
  return (
    <Menu target={<IconButton className={classes.more ?? ''} icon={IconDots} label={t('table.more')} />}>
      {onPick && (
        <MenuItem icon={IconChecks} onClick={onPick}>
          {t('table.pick_rows')}
        </MenuItem>
      )}
      <MenuItem icon={IconRefresh} onClick={onRefresh}>
        {t('table.refresh')}
      </MenuItem>
      {link && (
        <MenuItem to={link.to} icon={link.icon}>
          {link.label}
        </MenuItem>
      )}
      {tool && (
        <MenuItem icon={tool.icon} onClick={tool.run}>
          {tool.label}
        </MenuItem>
      )}
      {(onImport || onExport || (files?.length ?? 0) > 0) && <MenuLine />}
      {onImport && (
        <MenuItem icon={IconFileImport} onClick={onImport}>
          {t('table.import')}
        </MenuItem>
      )}
      <ExportItems onExport={onExport} files={files} />
    </Menu>
  )
}

import { filterColumn, type ListDefinition } from '@kontor/contract/lib/lists/list'
import type { SavedView } from '@kontor/contract/lib/lists/saved-views'
import { IconDeviceFloppy, IconDots, IconPlus, IconUsers } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import button from '../../ui/IconButton.module.css'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import classes from './SavedViewTabs.module.css'
import type { useSavedViewActions } from './useSavedViewActions.tsx'

export interface ViewActionsProps {
  saved: SavedView | undefined
  list: ListDefinition
  isChanged: boolean
  actions: ReturnType<typeof useSavedViewActions>
  open: (view: string) => void
  openDialog: (dialog: 'new' | 'rename') => void
}

/** A button that saves the current view or a new one, the columns it has lost, and who shares it. */
export function ViewActions({ saved, list, isChanged, actions, openDialog }: Omit<ViewActionsProps, 'open'>) {
  const t = useTranslations()
  const changed = isChanged && saved?.may_change ? saved : undefined
  const Icon = changed ? IconDeviceFloppy : IconPlus
  const label = changed ? t('view.save') : t('view.new')
  const save = () => (changed ? actions.save(changed) : openDialog('new'))
  useShortcuts([{ key: 's', label, run: save }], 'list')
  return (
    <>
      <button
        type="button"
        className={classes.save}
        data-changed={isChanged || undefined}
        title={`${label} (S)`}
        aria-keyshortcuts="s"
        onClick={save}
      >
        <Icon size={16} aria-hidden />
        {label}
      </button>
      {saved && saved.dropped.length > 0 && <Dropped saved={saved} list={list} actions={actions} />}
      {saved?.is_shared && (
        <span className={classes.shared}>
          <IconUsers size={14} aria-hidden />
          {saved.is_own ? t('view.shared') : t('view.shared_by', { name: saved.owner })}
        </span>
      )}
    </>
  )
}

/** Columns of a view that the list no longer has; saving the view drops them. */
function Dropped({
  saved,
  list,
  actions,
}: Pick<ViewActionsProps, 'list' | 'actions'> & { saved: SavedView }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const fields = saved.dropped.map((key) => filterColumn(list, key)?.label[locale] ?? key).join(', ')
  return (
    <span className={classes.shared} role="status">
      {t('view.dropped', { fields })}
      {saved.may_change && (
        <button type="button" className={classes.save} onClick={() => actions.save(saved)}>
          {t('view.save_so')}
        </button>
      )}
    </span>
  )
}

/** The actions of the current saved view. */
export function ViewMenu({
  saved,
  isChanged,
  actions,
  open,
  openDialog,
}: Omit<ViewActionsProps, 'list'> & { saved: SavedView }) {
  const t = useTranslations()
  const mine = saved.may_change
  return (
    <Menu
      target={
        <button
          type="button"
          className={`${button.tiny} ${classes.more}`}
          aria-label={t('view.more', { name: saved.name })}
        >
          <IconDots size={16} aria-hidden />
        </button>
      }
    >
      {mine && isChanged && <MenuItem onClick={() => actions.save(saved)}>{t('view.save')}</MenuItem>}
      {isChanged && <MenuItem onClick={() => open(String(saved.id))}>{t('view.undo')}</MenuItem>}
      {mine && <MenuItem onClick={() => openDialog('rename')}>{t('view.rename')}</MenuItem>}
      <MenuItem onClick={() => openDialog('new')}>{t('view.copy')}</MenuItem>
      {mine && <MenuItem onClick={() => void actions.remove(saved)}>{t('view.remove')}</MenuItem>}
    </Menu>
  )
}

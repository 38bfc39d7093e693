import type { SavedView } from '@kontor/contract/lib/lists/saved-views'
import { IconDots } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { useViewActions } from './useViewActions.tsx'
import classes from './ViewTabs.module.css'

interface ViewMenuProps {
  saved: SavedView
  isChanged: boolean
  actions: ReturnType<typeof useViewActions>
  open: (view: string) => void
  setDialog: (dialog: 'new' | 'rename') => void
}

/** The actions of the current saved view. */
export function ViewMenu({ saved, isChanged, actions, open, setDialog }: ViewMenuProps) {
  const t = useTranslations()
  const mine = saved.may_change
  return (
    <Menu
      target={
        <button type="button" className={classes.more} aria-label={t('view.more', { name: saved.name })}>
          <IconDots size={16} stroke={1.6} aria-hidden />
        </button>
      }
    >
      {mine && isChanged && <MenuItem onClick={() => actions.save(saved)}>{t('view.save')}</MenuItem>}
      {isChanged && <MenuItem onClick={() => open(String(saved.id))}>{t('view.undo')}</MenuItem>}
      {mine && <MenuItem onClick={() => setDialog('rename')}>{t('view.rename')}</MenuItem>}
      <MenuItem onClick={() => setDialog('new')}>{t('view.copy')}</MenuItem>
      {mine && <MenuItem onClick={() => void actions.remove(saved)}>{t('view.remove')}</MenuItem>}
    </Menu>
  )
}

import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../ui/dialog/Dialog.tsx'
import type { TreeAction } from '../rowStyle.ts'
import classes from './treePage.module.css'

interface TreePanelProps {
  isPhone: boolean
  name: string | undefined
  onClose: () => void
  actions: readonly TreeAction[]
  children: ReactNode
}

/** The panel of the selected node: beside the tree, on phones over it. */
export function TreePanel({ isPhone, name, onClose, actions, children }: TreePanelProps) {
  const t = useTranslations()
  if (isPhone) {
    return (
      <Dialog title={name ?? ''} onClose={onClose}>
        <div className={classes.inside}>{children}</div>
      </Dialog>
    )
  }
  return (
    <aside
      className={classes.panel}
      aria-label={t('tree.panel')}
      onKeyDown={(event) => press(event, actions)}
    >
      {children ?? <p className={classes.empty}>{t('tree.none_chosen')}</p>}
    </aside>
  )
}

/** The shortcuts of the panel work while the focus is inside. */
function press(event: KeyboardEvent, actions: readonly TreeAction[]) {
  const { key, ctrlKey, metaKey, altKey, currentTarget, target } = event
  if (ctrlKey || metaKey || altKey || !(target instanceof Node && currentTarget.contains(target))) return
  const action = actions.find((one) => keyOf(one) === key || one.letter === key.toUpperCase())
  if (!action) return
  event.preventDefault()
  action.run()
}

/** `KeyboardEvent.key` of an action. */
const keyOf = ({ keys, letter }: TreeAction) => (keys === 'Del' ? 'Delete' : (keys ?? letter))

/** The actions of the selected node as labelled buttons. */
export const PanelActions = ({ actions }: { actions: readonly TreeAction[] }) => (
  <ul className={classes.actions}>
    {actions.map(({ run, ...action }) => (
      <li key={action.key}>
        <button type="button" aria-keyshortcuts={keyOf({ ...action, run })} onClick={run}>
          <action.icon size={18} aria-hidden />
          <span>{action.label}</span>
          {(action.keys ?? action.letter) && <kbd aria-hidden>{action.keys ?? action.letter}</kbd>}
        </button>
      </li>
    ))}
  </ul>
)

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { activeKeys } from '../../lib/shortcuts/listener.ts'
import { type KeyGroup, keyGroups } from '../../lib/shortcuts/registry.ts'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { CloseButton } from '../ui/dialog/FooterButtons.tsx'
import classes from './ShortcutHelp.module.css'

/**
 * Most specific first: the keys of the current context are at the top; those of screens have their own
 * column.
 */
const ORDER = [...keyGroups].reverse()
const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Delete: 'Del',
}

interface Line {
  key: string
  label: string
}

/** All active shortcuts, with what they do. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const groups = useGroups()
  return (
    <Dialog
      title={t('shell.keys')}
      width={760}
      tall
      onClose={onClose}
      note={t('keys.note')}
      buttons={<CloseButton data-autofocus onClick={onClose} />}
    >
      <div className={classes.groups}>
        {groups.map(
          ({ group, lines }) =>
            lines.length > 0 && (
              <section key={group} className={classes.group} data-group={group}>
                <h3>{t(`keys.${group}`)}</h3>
                <dl>
                  {lines.map(({ key, label }) => (
                    <div key={key} className={classes.line}>
                      <dt>
                        <Caps name={key} />
                      </dt>
                      <dd>{label}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ),
        )}
      </div>
    </Dialog>
  )
}

/** The shortcuts by group, including those of inputs. */
function useGroups() {
  const t = useTranslations()
  const [keys] = useState(activeKeys) // read before the help itself is the active layer
  /** With Ctrl they also work in inputs, and belong to no component. */
  const always: Line[] = [
    { key: 'Ctrl K', label: t('keys.palette') },
    { key: 'Ctrl Enter', label: t('keys.save') },
    { key: 'Shift Enter', label: t('keys.next_step') },
    { key: 'F6', label: t('keys.fill_field') },
    { key: 'Ctrl Z', label: t('keys.undo') },
    { key: 'Esc', label: t('keys.close') },
  ]
  const has = (name: string) => keys.some(({ key }) => key === name)
  /** Keys handled by filters and rows themselves. */
  const builtIn: Partial<Record<KeyGroup, Line[]>> = {
    everywhere: always,
    ...(has('f') && {
      list: [
        { key: 'ArrowDown', label: t('keys.to_row') },
        { key: 'Esc', label: t('keys.back_to_row') },
      ],
      row: [
        { key: 'Space', label: t('keys.open_row') },
        ...(has('Ctrl a') ? [{ key: 'X', label: t('keys.pick_row') }] : []),
      ],
    }),
  }
  return ORDER.map((group) => ({
    group,
    lines: [
      ...(builtIn[group] ?? []),
      ...keys.filter((key) => key.group === group).sort((one, other) => one.label.localeCompare(other.label)),
    ],
  }))
}

/** `g p` are two keys in sequence, `Ctrl K` two at once. */
function Caps({ name }: { name: string }) {
  const t = useTranslations()
  const parts = name.split(' ')
  const isTogether = parts[0] === 'Ctrl' || parts[0] === 'Shift'
  return parts.map((part, index) => (
    <span key={part}>
      {index > 0 && (isTogether ? ' ' : <small> {t('keys.next')} </small>)}
      <kbd>
        {part === 'Space'
          ? t('keys.space')
          : (SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part))}
      </kbd>
    </span>
  ))
}

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../components/ui/dialog/Dialog.tsx'
import { activeKeys } from './listener.ts'
import { type KeyGroup, keyGroups } from './registry.ts'
import classes from './ShortcutHelp.module.css'

/** Nearest first: what one can do here stands at the top; the screens have a column of their own. */
const ORDER = [...keyGroups].reverse()
const SIGNS: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
}

interface Line {
  key: string
  label: string
}

/** All keys that work where one is, with what they do. */
export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  const groups = useGroups()
  return (
    <Dialog
      title={t('shell.keys')}
      width={760}
      onClose={onClose}
      note={t('keys.note')}
      buttons={
        <Button size="md" variant="default" data-autofocus onClick={onClose}>
          {t('common.close')}
        </Button>
      }
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

/** The keys by what belongs together, those that one presses where one types among them. */
function useGroups() {
  const t = useTranslations()
  const [keys] = useState(activeKeys) // before the sheet itself is in front
  /** With Ctrl they also work in a field, and are nobody's in particular. */
  const always: Line[] = [
    { key: 'Ctrl K', label: t('keys.palette') },
    { key: 'Ctrl Z', label: t('keys.undo') },
    { key: 'Esc', label: t('keys.close') },
  ]
  const has = (name: string) => keys.some(({ key }) => key === name)
  /** What a filter and a row hear themselves. */
  const own: Partial<Record<KeyGroup, Line[]>> = {
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
      ...(own[group] ?? []),
      ...keys.filter((key) => key.group === group).sort((one, other) => one.label.localeCompare(other.label)),
    ],
  }))
}

/** `g p` are two keys one after the other, `Ctrl K` two together. */
function Caps({ name }: { name: string }) {
  const t = useTranslations()
  const parts = name.split(' ')
  const isTogether = parts[0] === 'Ctrl'
  return parts.map((part, place) => (
    <span key={part}>
      {place > 0 && (isTogether ? ' ' : <small> {t('keys.next')} </small>)}
      <kbd>
        {part === 'Space'
          ? t('keys.space')
          : (SIGNS[part] ?? (part.length === 1 ? part.toUpperCase() : part))}
      </kbd>
    </span>
  ))
}

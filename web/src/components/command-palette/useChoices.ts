import { useRouter } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import type { LoadedCommands, Screen } from '../shell/screen.ts'
import type { Group, Open, PaletteEntry, PendingAction } from './choice.ts'
import { bestMatches } from './foldedMatch.ts'
import { useActions } from './useActions.ts'
import { useRecords } from './useRecords.ts'

interface ChoicesInput {
  screens: readonly Screen[]
  commands: () => Promise<LoadedCommands>
  typed: string
  /** The record whose actions are shown instead of the list. */
  of?: PaletteEntry
  /** The action that a record is being chosen for. */
  pendingAction?: PendingAction
}

/**
 * The choices of the palette, in this order: recent records while nothing is typed, screens, actions,
 * then records found by the server. With `of`, only the actions of that record.
 */
export function useChoices({ screens, commands, typed, of, pendingAction }: ChoicesInput) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const open = useOpen()
  const { actions, isLoading } = useActions({ screens, commands, typed, open })
  const {
    groups,
    recent: lately,
    deferredActions,
    ...state
  } = useRecords({
    screens,
    typed: typed.trim(),
    open,
    pendingAction,
  })
  const shown = (offered: readonly Group[], stableCount = 0) => ({
    ...state,
    isBusy: state.isBusy || isLoading,
    groups: offered.filter(({ choices }) => choices.length > 0),
    /** Number of leading choices whose position no later result changes. */
    stableCount,
  })
  const recent = { key: 'recents', label: t('palette.recent'), choices: lately }
  if (of) {
    const [choices = []] = bestMatches([of.actions ?? []], typed)
    return shown([{ key: 'acts', label: of.name, choices }], choices.length)
  }
  if (pendingAction) return shown([recent, ...groups])
  const places = screens
    .filter(({ path }) => !path.includes('$'))
    .map(
      ({ path, label, icon, also, group }): PaletteEntry => ({
        key: path,
        icon,
        name: label[locale],
        also: `${also ?? ''} ${label[locale === 'cnr' ? 'en' : 'cnr']}`,
        ...(group && { note: t(`groups.${group}`) }),
        run: (newTab) => open(path, {}, newTab),
      }),
    )
  const [found = [], doing = []] = bestMatches([places, actions], typed)
  return shown(
    [
      recent,
      { key: 'screens', label: t('palette.screens'), choices: found },
      { key: 'actions', label: t('palette.actions'), choices: [...doing, ...deferredActions] },
      ...groups,
    ],
    isLoading ? lately.length : lately.length + found.length + doing.length,
  )
}

function useOpen(): Open {
  const router = useRouter()
  return (to, search, newTab) => {
    if (newTab) open(router.buildLocation({ to, search }).href)
    else void router.navigate({ to, search })
  }
}

import { views } from '@kontor/contract/lib/lists/saved-views'
import { useMantineColorScheme } from '@mantine/core'
import {
  IconDeviceDesktop,
  IconFilter,
  IconLanguage,
  IconLogout,
  IconMoon,
  IconSun,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useLogout } from '../../lib/session/useLogout.ts'
import type { LoadedCommands, Screen } from '../shell/screen.ts'
import type { Open, PaletteEntry } from './choice.ts'

interface ActionsInput {
  screens: readonly Screen[]
  commands: () => Promise<LoadedCommands>
  typed: string
  open: Open
}

/** The actions of the palette: per screen, saved views, then theme, language and signing out. */
export function useActions({ screens, commands, typed, open }: ActionsInput) {
  const t = useTranslations()
  const { locale, choose } = useLanguage()
  const logout = useLogout()
  const can = usePermission()
  const { data, isLoading } = useQuery({
    queryKey: ['commands'],
    queryFn: commands,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const saved = useApiQuery(views.names, {}, { staleTime: STALE_MS })
  const screenAt = (path: string) => screens.find((screen) => screen.path === path)
  // Only with a second word: alone it would find every form.
  const adding = typed.trim().includes(' ') ? 'novi nova novo new' : ''
  const doing = (data?.commands ?? [])
    .filter(({ path, permission, isRare }) => screenAt(path) && permission.every(can) && (typed || !isRare))
    .map(
      ({ path, search, label, also = '', icon }): PaletteEntry => ({
        key: `${path}?${Object.entries(search).join()}`,
        icon,
        name: label[locale],
        also: `${label[locale === 'cnr' ? 'en' : 'cnr']} ${also} ${'add' in search ? adding : ''}`,
        ...('view' in search && { note: screenAt(path)?.label[locale] }),
        run: (newTab) => open(path, search, newTab),
      }),
    )
  const viewChoices = (typed ? (saved.data ?? []) : []).flatMap(({ id, name, list }): PaletteEntry[] => {
    const [path = '', tab] = (data?.screenOfList[list] ?? `/${list}`).split('?tab=')
    const screen = screenAt(path)
    if (!screen) return []
    const run = (newTab: boolean) => open(path, { ...(tab && { tab }), view: String(id) }, newTab)
    return [{ key: `view ${id}`, icon: IconFilter, name, note: screen.label[locale], run }]
  })
  return {
    isLoading: isLoading || saved.isLoading,
    actions: [
      ...viewChoices,
      ...doing,
      ...useThemes(),
      {
        key: 'language',
        icon: IconLanguage,
        name: t('palette.language'),
        run: () => choose(locale === 'cnr' ? 'en' : 'cnr'),
      },
      {
        key: 'logout',
        icon: IconLogout,
        name: t('shell.logout'),
        also: 'odjava logout',
        run: () => void logout(),
      },
    ],
  }
}

/** Milliseconds for which the cached names of saved views stay valid. */
const STALE_MS = 30_000

const themes = [
  { scheme: 'light', icon: IconSun, label: { cnr: 'Svijetla tema', en: 'Light theme' } },
  { scheme: 'dark', icon: IconMoon, label: { cnr: 'Tamna tema', en: 'Dark theme' } },
  {
    scheme: 'auto',
    icon: IconDeviceDesktop,
    label: { cnr: 'Tema sistema', en: 'System theme' },
  },
] as const

function useThemes(): PaletteEntry[] {
  const { locale } = useLanguage()
  const { setColorScheme } = useMantineColorScheme()
  return themes.map(({ scheme, icon, label }) => ({
    key: scheme,
    icon,
    name: label[locale],
    run: () => setColorScheme(scheme),
  }))
}

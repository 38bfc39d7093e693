import { IconLanguage, IconLogout, IconMoon, IconPlus } from '@tabler/icons-react'
import { useLogout } from '../session/useLogout.ts'
import { useSchemeSwitch } from '../shell/SchemeButton.tsx'
import type { Screen } from '../shell/screen.ts'
import { shellTexts } from '../shell/texts.ts'
import { useLanguage } from '../texts/i18n.tsx'
import { useTexts } from '../texts/useTexts.ts'
import type { Choice } from './choice.ts'

/** What the palette can do: the screens' own actions, then theme, language and signing out. */
export function useActions(
  screens: readonly Screen[],
  open: (path: string, search: Record<string, string>, newTab: boolean) => void,
): Choice[] {
  const t = useTexts(shellTexts)
  const scheme = useSchemeSwitch()
  const { locale, choose } = useLanguage()
  const logout = useLogout()
  return [
    ...screens.flatMap(({ path, action }): Choice[] =>
      action
        ? [
            {
              key: `${path}?`,
              icon: IconPlus,
              name: action.label[locale],
              run: (newTab) => open(path, action.search, newTab),
            },
          ]
        : [],
    ),
    { key: 'scheme', icon: IconMoon, name: t('scheme.switch'), run: scheme.change },
    {
      key: 'language',
      icon: IconLanguage,
      name: t('palette.language'),
      run: () => void choose(locale === 'cnr' ? 'en' : 'cnr'),
    },
    { key: 'logout', icon: IconLogout, name: t('shell.logout'), run: () => void logout() },
  ]
}

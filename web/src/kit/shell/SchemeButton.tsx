import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** Light or dark, whatever it is not now. */
export function useSchemeSwitch() {
  const { setColorScheme } = useMantineColorScheme()
  const scheme = useComputedColorScheme('light')
  return { isDark: scheme === 'dark', change: () => setColorScheme(scheme === 'dark' ? 'light' : 'dark') }
}

/** Switches between the light and the dark theme. */
export function SchemeButton() {
  const t = useTranslations()
  const { isDark, change } = useSchemeSwitch()
  const Sign = isDark ? IconSun : IconMoon
  return (
    <ActionIcon aria-label={t('scheme.switch')} title={t('scheme.switch')} onClick={change}>
      <Sign size={18} stroke={1.6} />
    </ActionIcon>
  )
}

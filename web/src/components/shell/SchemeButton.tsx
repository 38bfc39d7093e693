import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'

/** Switches between the light and the dark theme. */
export function SchemeButton() {
  const t = useTranslations()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const Sign = isDark ? IconSun : IconMoon
  return (
    <ActionIcon
      aria-label={t('scheme.switch')}
      title={t('scheme.switch')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Sign size={18} stroke={1.6} />
    </ActionIcon>
  )
}

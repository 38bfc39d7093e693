import { useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import classes from './LoginPage.module.css'

const schemes = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** Language, theme and build. Native selects, to keep the first page small. */
export function LoginFoot({ build }: { build: string | undefined }) {
  const t = useTranslations()
  const { locale, choose } = useLanguage()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Scheme = schemes[colorScheme]
  return (
    <footer className={classes.foot}>
      <label className={classes.pick}>
        <IconLanguage size={16} stroke={1.6} aria-hidden />
        <select
          aria-label={t('language.name')}
          value={locale}
          onChange={({ target }) => void choose(target.value === 'en' ? 'en' : 'cnr')}
        >
          <option value="cnr">{t('language.cnr')}</option>
          <option value="en">{t('language.en')}</option>
        </select>
        <IconChevronDown size={14} stroke={1.6} aria-hidden />
      </label>
      <label className={classes.pick}>
        <Scheme size={16} stroke={1.6} aria-hidden />
        <select
          aria-label={t('scheme.name')}
          value={colorScheme}
          onChange={({ target: { value } }) =>
            setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')
          }
        >
          <option value="auto">{t('scheme.auto')}</option>
          <option value="light">{t('scheme.light')}</option>
          <option value="dark">{t('scheme.dark')}</option>
        </select>
        <IconChevronDown size={14} stroke={1.6} aria-hidden />
      </label>
      <span className={classes.build}>{build && t('app.build', { build })}</span>
    </footer>
  )
}

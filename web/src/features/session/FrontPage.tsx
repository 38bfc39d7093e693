// In Mantine's cascade order.
import type { Locale } from '@kontor/contract/lib/text/locales'
import { useMantineColorScheme } from '@mantine/core'
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { IconChevronDown, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from '@tabler/icons-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Mark } from '../../components/shell/Mark.tsx'
import { useAbout } from '../../lib/api/useAbout.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { language } from '../../lib/i18n/language.ts'
import classes from './LoginPage.module.css'

interface FrontPageProps {
  title: string
  /** Name of the app. */
  name?: string
  /** Banner at the top. */
  bar?: ReactNode
  children: ReactNode
}

const steps = (from: number, to: number, by: number) =>
  Array.from({ length: Math.ceil((to - from) / by) }, (_, step) => from + step * by)

const blocks = steps(-50, 1300, 84)
  .map((y) => `M-20 ${y}L150 ${y - 70}M330 ${y - 22}L420 ${y - 50}L510 ${y - 22}M690 ${y - 70}L860 ${y}`)
  .join('')
const sipes = steps(-110, 1300, 42)
  .map((y) => `M150 ${y}l70 -18l22 0M330 ${y + 24}l-64 18M510 ${y + 24}l64 18M690 ${y}l-70 -18l-22 0`)
  .join('')

/** A tyre tread pattern: four grooves with blocks and sipes between them. */
function LoginBackground() {
  return (
    <aside className={classes.tread} aria-hidden="true">
      <svg
        width="100%"
        height="100%"
        viewBox="0 0 760 1100"
        preserveAspectRatio="xMinYMin slice"
        aria-hidden="true"
      >
        <g fill="none" stroke="var(--groove)">
          <path strokeWidth="20" d="M150 0V1100M330 0V1100M510 0V1100M690 0V1100" />
          <path strokeWidth="9" strokeLinejoin="round" d={blocks} />
          <path strokeWidth="5" d={sipes} />
        </g>
      </svg>
    </aside>
  )
}

const schemes = { auto: IconDeviceDesktop, light: IconSun, dark: IconMoon }

/** Language, theme and build. Native selects, to keep the first page small. */
function LoginFoot({ build }: { build: string | undefined }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const [hasFailed, setFailed] = useState(false)
  const choose = (next: Locale) =>
    void language.choose(next).then(
      () => setFailed(false),
      () => setFailed(true),
    )
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const Scheme = schemes[colorScheme]
  return (
    <footer className={classes.foot}>
      {hasFailed && <p role="alert">{t('error.network')}</p>}
      <label className={classes.pick}>
        <IconLanguage size={16} aria-hidden />
        <select
          aria-label={t('language.name')}
          value={locale}
          onChange={({ target }) => choose(target.value === 'en' ? 'en' : 'cnr')}
        >
          <option value="cnr">{t('language.cnr')}</option>
          <option value="en">{t('language.en')}</option>
        </select>
        <IconChevronDown size={14} aria-hidden />
      </label>
      <label className={classes.pick}>
        <Scheme size={16} aria-hidden />
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
        <IconChevronDown size={14} aria-hidden />
      </label>
      <span className={classes.build}>{build && t('app.build', { build })}</span>
    </footer>
  )
}

/** The page layout for visitors, shared by the sign-in pages of both apps. */
export function FrontPage({ title, name = 'Kontor', bar, children }: FrontPageProps) {
  const about = useAbout()
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        {bar}
        <div className={classes.brand}>
          <Mark size={26} />
          {name}
        </div>
        {children}
        <LoginFoot build={about?.build} />
      </main>
      <LoginBackground />
    </div>
  )
}

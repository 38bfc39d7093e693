import { Loader, useMantineColorScheme } from '@mantine/core'
import {
  IconBooks,
  IconBuildingStore,
  IconChevronRight,
  IconKey,
  IconLanguage,
  IconLogout,
  IconMessageReport,
  IconMoon,
  IconReceipt,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { basket } from '../../../components/ordering/basket.ts'
import cards from '../../../components/portal/card.module.css'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { useSearchFlag } from '../../../components/ui/dialog/useSearchFlag.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { pendingIntents } from '../../../lib/idempotency/intent.ts'
import { disableDevice } from '../../../lib/push/device.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { unsaved } from '../../../lib/router/unsaved.ts'
import { logoutWait, useLogout } from '../../../lib/session/useLogout.ts'
import classes from './ProfilePage.module.css'

const OwnPassword = lazyPart(() => import('./OwnPassword.tsx'), 'OwnPassword')

/** Screens without a place in the navigation. */
const links = [
  { to: '/catalogue/orders', icon: IconReceipt, label: 'portal.profile.orders' },
  { to: '/technical_support', icon: IconBooks, label: 'portal.profile.manuals' },
  { to: '/stores', icon: IconBuildingStore, label: 'portal.profile.stores' },
  { to: '/support', icon: IconMessageReport, label: 'portal.profile.write_us' },
] as const

/** The user's orders, language, theme, password and signing out. */
export function Settings() {
  const t = useTranslations()
  const logout = useLogout()
  const [question, confirm] = useConfirm()
  const [isChanging, setChanging] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  useSearchFlag(
    'password',
    useCallback(() => setChanging(true), []),
  )
  const leave = async () => {
    const isConfirmed = await confirm({
      title: t('portal.profile.sign_out_title'),
      text: [
        t(pendingIntents().length > 0 ? 'portal.profile.sign_out_waiting' : 'portal.profile.sign_out_text'),
        basket.lines().length > 0 && t('portal.profile.sign_out_basket'),
      ]
        .filter(Boolean)
        .join(' '),
      action: t('shell.logout'),
    })
    if (!isConfirmed || !(await unsaved.mayLeave())) return
    setLeaving(true)
    await disableDevice(logoutWait).catch(() => {}) // without it the server finds out with its next push
    await logout()
    setLeaving(false)
  }
  return (
    <section className={classes.section} aria-label={t('portal.profile.settings')}>
      <h2 className={cards.heading}>{t('portal.profile.settings')}</h2>
      <div className={`${cards.card} ${cards.rows}`}>
        {links.map(({ to, icon: Icon, label }) => (
          <Link key={to} to={to} className={cards.row}>
            <Icon size={20} aria-hidden />
            <span className={cards.grow}>{t(label)}</span>
            <IconChevronRight size={18} aria-hidden />
          </Link>
        ))}
        <LanguageRow />
        <SchemeRow />
        <button type="button" className={cards.row} onClick={() => setChanging(true)}>
          <IconKey size={20} aria-hidden />
          <span className={cards.grow}>{t('login.change')}</span>
          <IconChevronRight size={18} aria-hidden />
        </button>
        <button
          type="button"
          className={`${cards.row} ${classes.signOut}`}
          disabled={isLeaving}
          onClick={() => void leave()}
        >
          {isLeaving ? <Loader size={20} /> : <IconLogout size={20} aria-hidden />}
          <span className={cards.grow}>{t('shell.logout')}</span>
        </button>
      </div>
      {question}
      {isChanging && <OwnPassword onClose={() => setChanging(false)} />}
    </section>
  )
}

function LanguageRow() {
  const t = useTranslations()
  const { locale, choose } = useLanguage()
  return (
    <label className={`${cards.row} ${classes.pick}`}>
      <IconLanguage size={20} aria-hidden />
      <span className={cards.grow}>{t('language.name')}</span>
      <select value={locale} onChange={({ target }) => choose(target.value === 'en' ? 'en' : 'cnr')}>
        <option value="cnr">{t('language.cnr')}</option>
        <option value="en">{t('language.en')}</option>
      </select>
    </label>
  )
}

function SchemeRow() {
  const t = useTranslations()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <label className={`${cards.row} ${classes.pick}`}>
      <IconMoon size={20} aria-hidden />
      <span className={cards.grow}>{t('scheme.name')}</span>
      <select
        value={colorScheme}
        onChange={({ target: { value } }) =>
          setColorScheme(value === 'light' || value === 'dark' ? value : 'auto')
        }
      >
        <option value="auto">{t('scheme.auto')}</option>
        <option value="light">{t('scheme.light')}</option>
        <option value="dark">{t('scheme.dark')}</option>
      </select>
    </label>
  )
}

import { ActionIcon, Kbd, UnstyledButton, useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useDisclosure, useWindowEvent } from '@mantine/hooks'
import { IconLanguage, IconMenu2, IconMoon, IconSearch, IconSun } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { FallbackContext, lazyPart } from '../../lib/router/lazyPart.tsx'
import { useShortcuts } from '../../lib/shortcuts/useShortcuts.ts'
import { useEscape } from '../ui/dialog/useEscape.ts'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import type { LoadedCommands, Screen } from './screen.ts'
import classes from './TopBar.module.css'

const Palette = lazyPart(() => import('../command-palette/Palette.tsx'), 'Palette')
/** Preloads the palette on hover or focus. */
const reach = () => void Palette.load()

interface TopBarProps {
  screens: readonly Screen[]
  /** Further tools, before the language. */
  tools: ReactNode
  account: ReactNode
  commands: () => Promise<LoadedCommands>
  onMenu: () => void
}

const ShortcutHelp = lazyPart(() => import('./ShortcutHelp.tsx'), 'ShortcutHelp')

/** The global shortcuts: `g` and a letter to open a screen, `?` for the help. */
function ShortcutKeys({ screens }: { screens: readonly Screen[] }) {
  const t = useTranslations()
  const router = useRouter()
  const { locale } = useLanguage()
  const [isShown, setShown] = useState(false)
  useShortcuts([{ key: '?', label: t('shell.keys'), run: () => setShown(true) }], 'everywhere')
  useShortcuts(
    screens.flatMap(({ path, label, letter }) =>
      letter
        ? [{ key: `g ${letter}`, label: label[locale], run: () => void router.navigate({ to: path }) }]
        : [],
    ),
    'go',
  )
  if (!isShown) return null
  const close = () => setShown(false)
  return (
    <FallbackContext value={<LoadingHelp onLeave={close} />}>
      <ShortcutHelp onClose={close} />
    </FallbackContext>
  )
}

/** Shown while the help loads; Escape cancels. */
function LoadingHelp({ onLeave }: { onLeave: () => void }) {
  useEscape(onLeave)
  return null
}

/** The top bar: search, language, theme and account. */
export function TopBar({ screens, tools, account, commands, onMenu }: TopBarProps) {
  const t = useTranslations()
  const [isFinding, palette] = useDisclosure(false)
  const [typed, setTyped] = useState('')
  const [isEntered, setEntered] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const open = () => {
    setTyped('')
    setEntered(false)
    palette.open()
  }
  useWindowEvent('keydown', (event) => {
    const isShortcut = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isShortcut || (event.code !== 'KeyK' && event.key.toLowerCase() !== 'k')) return
    event.preventDefault()
    open()
  })
  useShortcuts([{ key: '/', label: t('shell.search'), run: open }], 'everywhere')
  useEarlyKeys(isFinding, field, {
    type: setTyped,
    enter: () => setEntered(true),
    onCancel: palette.close,
  })
  return (
    <header className={classes.bar}>
      <ActionIcon className={classes.menu} size={44} aria-label={t('shell.open_menu')} onClick={onMenu}>
        <IconMenu2 size={20} />
      </ActionIcon>
      <UnstyledButton
        className={classes.find}
        aria-keyshortcuts="Control+K"
        onClick={open}
        onPointerEnter={reach}
        onFocus={reach}
      >
        <IconSearch size={16} aria-hidden />
        <span>{t('shell.search')}</span>
        <Kbd aria-hidden>Ctrl K</Kbd>
      </UnstyledButton>
      <span className={classes.space} />
      {tools}
      <LanguageMenu />
      <SchemeButton />
      {account}
      <ShortcutKeys screens={screens} />
      {isFinding && (
        <Palette
          screens={screens}
          commands={commands}
          field={field}
          typed={typed}
          isEntered={isEntered}
          onType={setTyped}
          onClose={palette.close}
        />
      )}
    </header>
  )
}

function LanguageMenu() {
  const t = useTranslations()
  const { locale, choose } = useLanguage()
  return (
    <Menu
      target={
        <UnstyledButton
          className={classes.language}
          aria-label={`${t('language.name')}: ${t('language.short')}`}
          title={t('language.name')}
        >
          <IconLanguage size={18} aria-hidden />
          <span>{t('language.short')}</span>
        </UnstyledButton>
      }
    >
      {(['cnr', 'en'] as const).map((one) => (
        <MenuItem key={one} checked={one === locale} onClick={() => choose(one)}>
          {t(`language.${one}`)}
        </MenuItem>
      ))}
    </Menu>
  )
}

/** Switches between the light and the dark theme. */
function SchemeButton() {
  const t = useTranslations()
  const { setColorScheme } = useMantineColorScheme()
  const isDark = useComputedColorScheme('light') === 'dark'
  const Icon = isDark ? IconSun : IconMoon
  return (
    <ActionIcon
      aria-label={t('scheme.switch')}
      title={t('scheme.switch')}
      onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
    >
      <Icon size={18} />
    </ActionIcon>
  )
}

interface KeyHandlers {
  type: (change: (typed: string) => string) => void
  enter: () => void
  onCancel: () => void
}

/**
 * Collects keys for a field that was requested and is not focused yet: while its code loads, and while
 * its dialog opens. Nothing below receives them.
 */
function useEarlyKeys(isRequested: boolean, field: RefObject<HTMLElement | null>, handlers: KeyHandlers) {
  const take = ({ key }: KeyboardEvent) => {
    if (key === 'Enter') handlers.enter()
    else if (key === 'Escape') handlers.onCancel()
    else if (key === 'Backspace') handlers.type((typed) => typed.slice(0, -1))
    else if (key.length === 1) handlers.type((typed) => typed + key)
  }
  const isElsewhere = (event: Event) => isRequested && event.target !== field.current
  const claim = (event: Event) => {
    event.preventDefault()
    event.stopPropagation()
    field.current?.focus()
  }
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isElsewhere(event) || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
      claim(event)
      take(event)
    },
    { capture: true },
  )
  // Letters without a single-key shortcut.
  useWindowEvent(
    'beforeinput',
    (event) => {
      const { data } = event
      if (!isElsewhere(event) || !event.cancelable || !data) return
      claim(event)
      handlers.type((typed) => typed + data)
    },
    { capture: true },
  )
}

// The frame of the office: navigation, top bar, content.
import '../ui/print.css'
import { useLocalStorage } from '@mantine/hooks'
import { Outlet, useLocation } from '@tanstack/react-router'
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useMedia } from '../../lib/layout/useMedia.ts'
import { useHidden, usePermission } from '../../lib/permissions/usePermission.ts'
import { ConnectionBar } from '../ui/ConnectionBar.tsx'
import { useFocusFallback } from '../ui/useFocusFallback.ts'
import { Nav } from './Nav.tsx'
import { NotForRole } from './NotForRole.tsx'
import classes from './Shell.module.css'
import { SkipLink } from './SkipLink.tsx'
import { type LoadedCommands, type Screen, screensFor } from './screen.ts'
import { TopBar } from './TopBar.tsx'
import { useUnreadCounts } from './unreadCounts.ts'
import { useFocusOnArrival } from './useFocusOnArrival.ts'

interface ShellProps {
  screens: readonly Screen[]
  /** Further tools in the top bar. */
  tools: ReactNode
  /** The account menu at the end of the top bar. */
  account: ReactNode
  /** The commands of the palette, loaded with it. */
  commands: () => Promise<LoadedCommands>
  /** Banner above the current screen. */
  notice: ReactNode
}

/** Navigation, top bar and the content area. */
export function Shell({ screens: all, tools, account, notice, commands }: ShellProps) {
  const t = useTranslations()
  const [folded, setFolded] = useLocalStorage({ key: 'nav', defaultValue: 'wide' })
  // A phone held sideways has no room for the names; a choice there is not stored.
  const isLow = useMedia('(max-height: 32em) and (max-width: 64em)')
  const [isFoldedLow, setFoldedLow] = useState(true)
  const overlay = useRef<HTMLDialogElement>(null)
  const [hasMenu, setHasMenu] = useState(false)
  const main = useRef<HTMLElement>(null)
  const can = usePermission()
  const hidden = useHidden()
  const screens = useMemo(() => screensFor(all, can, hidden), [all, can, hidden])
  const closeMenu = useCallback(() => overlay.current?.close(), [])
  const openMenu = () => {
    flushSync(() => setHasMenu(true)) // the dialog focuses an element in it
    overlay.current?.showModal()
  }
  const isFolded = isLow ? isFoldedLow : folded === 'folded'
  return (
    <div className={classes.shell} data-folded={isFolded || undefined}>
      <SkipLink />
      <Nav
        className={classes.nav}
        screens={screens}
        isFolded={isFolded}
        onFold={() => (isLow ? setFoldedLow(!isFolded) : setFolded(isFolded ? 'wide' : 'folded'))}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog ref={overlay} className={classes.overlay} aria-label={t('shell.menu')} onClick={closeOutside}>
        {hasMenu && <Nav screens={screens} isFolded={false} onClose={closeMenu} />}
      </dialog>
      <TopBar screens={screens} tools={tools} account={account} commands={commands} onMenu={openMenu} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        <ConnectionBar />
        {notice}
        <CurrentScreen screens={all} />
        <FocusOnArrival main={main} onArrival={closeMenu} />
      </main>
    </div>
  )
}

// These follow the address, so that a navigation does not render the whole frame.

function CurrentScreen({ screens }: { screens: readonly Screen[] }) {
  const current = useCurrentScreen(screens)
  return usePermission()(current?.permission) ? <Outlet /> : <NotForRole />
}

interface FocusOnArrivalProps {
  main: RefObject<HTMLElement | null>
  onArrival: () => void
}

function FocusOnArrival({ main, onArrival }: FocusOnArrivalProps) {
  useFocusOnArrival(main, onArrival)
  useFocusFallback(main)
  return null
}

/** Closes on a backdrop click: the navigation covers the rest of the dialog. */
const closeOutside = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
  if (target === currentTarget) currentTarget.close()
}

/** The current screen. Sets the document title, prefixed with the number of unread items. */
function useCurrentScreen(screens: readonly Screen[]) {
  const { locale } = useLanguage()
  const t = useTranslations()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const news = Object.values(useUnreadCounts()).reduce(
    (sum, badge) => sum + (badge?.isNews ? badge.count : 0),
    0,
  )
  const screen = screens.find((one) => pattern(one.path).test(path))
  const title = screen?.label[locale] ?? t('pages.not_found')
  useEffect(() => {
    document.title = `${news > 0 ? `(${news}) ` : ''}${title} · Kontor`
  }, [title, news])
  return screen
}

/** Matches what the router takes for a screen's path, with any parameters (`/sliders/$id/chat`) and in any case. */
const pattern = (path: string) => new RegExp(`^${path.replace(/\$\w+/g, '[^/]+')}/?$`, 'i')

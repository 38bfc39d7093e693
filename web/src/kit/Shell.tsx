import { useLocalStorage } from '@mantine/hooks'
import { Outlet, useRouterState } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Nav } from './Nav.tsx'
import classes from './Shell.module.css'
import type { Screen } from './screen.ts'
import { TopBar } from './TopBar.tsx'
import { useScreenTitle } from './useScreenTitle.ts'

interface Props {
  screens: readonly Screen[]
  /** The account menu at the right end of the top bar. */
  account: ReactNode
  /** What concerns every screen, shown above the current one. */
  notice: ReactNode
}

/** Menu, top bar and the sheet people work on. */
export function Shell({ screens, account, notice }: Props) {
  const t = useTranslations()
  const [folded, setFolded] = useLocalStorage({ key: 'nav', defaultValue: 'wide' })
  const overlay = useRef<HTMLDialogElement>(null)
  const main = useRef<HTMLElement>(null)
  useScreenTitle(screens)
  useFocusOnArrival(main, overlay)
  const isFolded = folded === 'folded'
  return (
    <div className={classes.shell} data-folded={isFolded || undefined}>
      <a className={classes.skip} href="#main">
        {t('shell.skip')}
      </a>
      <Nav
        className={classes.nav}
        screens={screens}
        isFolded={isFolded}
        onFold={() => setFolded(isFolded ? 'wide' : 'folded')}
      />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself */}
      <dialog ref={overlay} className={classes.overlay} aria-label={t('shell.menu')} onClick={closeOutside}>
        <Nav screens={screens} isFolded={false} onClose={() => overlay.current?.close()} />
      </dialog>
      <TopBar screens={screens} account={account} onMenu={() => overlay.current?.showModal()} />
      <main id="main" ref={main} tabIndex={-1} className={classes.main}>
        {notice}
        <Outlet />
      </main>
    </div>
  )
}

/** A click on the dialog itself is one on its backdrop: the menu covers the rest of it. */
const closeOutside = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
  if (target === currentTarget) currentTarget.close()
}

/** After a change of screen the focus is on its title, so that a screen reader says where one has arrived. */
function useFocusOnArrival(
  main: RefObject<HTMLElement | null>,
  overlay: RefObject<HTMLDialogElement | null>,
) {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    if (last.current === path) return
    const isFirst = last.current === undefined
    last.current = path
    overlay.current?.close()
    if (isFirst || document.activeElement?.closest('[role=dialog]')) return
    const title = main.current?.querySelector('h1') ?? main.current
    if (title && title.tabIndex < 0) title.tabIndex = -1
    title?.focus({ preventScroll: true })
  }, [path, main, overlay])
}

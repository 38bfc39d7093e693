import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import cards from './card.module.css'
import { NavBadges, Siblings } from './NavBadges.tsx'
import classes from './Page.module.css'

interface PageProps {
  title: string
  /** A subtitle. */
  subtitle?: ReactNode
  /** Target of the back arrow. */
  back?: string
  /** The back arrow returns to the previous screen, if that was one of the app. */
  returns?: boolean
  /** At the end of the title, before the icons of every screen. */
  actions?: ReactNode
  /** Wide layout for cards, instead of one reading column. */
  wide?: boolean
  children: ReactNode
}

/** A screen of the partners' app: a sticky title and one column. */
export function Page({ title, subtitle, back, returns, actions, wide, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <header className={classes.head}>
        <div className={classes.bar}>
          {back && <Back to={back} returns={returns ?? false} />}
          <div className={classes.titles}>
            <h1>{title}</h1>
            {subtitle && <p>{subtitle}</p>}
          </div>
          {actions}
          <NavBadges />
        </div>
      </header>
      <div className={classes.body}>
        <Siblings />
        {children}
      </div>
    </div>
  )
}

function Back({ to, returns }: { to: string; returns: boolean }) {
  const t = useTranslations()
  const { history } = useRouter()
  const canReturn = useCanGoBack() && returns
  const goBack = (event: MouseEvent) => {
    event.preventDefault()
    history.back()
  }
  return (
    <Link
      to={to}
      className={`${cards.round} ${classes.back}`}
      aria-label={t('portal.back')}
      title={t('portal.back')}
      {...(canReturn && { onClick: goBack })}
    >
      <IconArrowLeft size={22} aria-hidden />
    </Link>
  )
}

import { IconArrowLeft } from '@tabler/icons-react'
import { Link, useCanGoBack, useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { NavBadges, Siblings } from './NavBadges.tsx'
import classes from './Page.module.css'

interface Props {
  title: string
  /** A second, quiet line. */
  about?: ReactNode
  /** Where the arrow before the title leads. */
  back?: string
  /** It leads to where one has come from, if that was a screen of the app. */
  returns?: boolean
  /** At the right end of the title, before the signs that every screen has there. */
  actions?: ReactNode
  /** For cards side by side instead of one column to read. */
  wide?: boolean
  children: ReactNode
}

/** A screen of the partners' app: its title, which stays in sight, and one column. */
export function Page({ title, about, back, returns, actions, wide, children }: Props) {
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
            {about && <p>{about}</p>}
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
      className={classes.back}
      aria-label={t('portal.back')}
      title={t('portal.back')}
      {...(canReturn && { onClick: goBack })}
    >
      <IconArrowLeft size={22} stroke={1.6} aria-hidden />
    </Link>
  )
}

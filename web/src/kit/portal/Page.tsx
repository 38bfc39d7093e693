import { IconArrowLeft } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '../texts/useTexts.ts'
import classes from './Page.module.css'
import { portalTexts } from './texts.ts'

interface Props {
  title: string
  /** A second, quiet line. */
  about?: ReactNode
  /** Where the arrow before the title leads. */
  back?: string
  /** At the right end of the title. */
  actions?: ReactNode
  /** For cards side by side instead of one column to read. */
  wide?: boolean
  children: ReactNode
}

/** A screen of the partners' app: its title, which stays in sight, and one column. */
export function Page({ title, about, back, actions, wide, children }: Props) {
  const t = useTexts(portalTexts)
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
  return (
    <div className={classes.page} data-wide={wide || undefined}>
      <header className={classes.head}>
        <div className={classes.bar}>
          {back && (
            <Link to={back} className={classes.back} aria-label={t('portal.back')} title={t('portal.back')}>
              <IconArrowLeft size={22} stroke={1.6} aria-hidden />
            </Link>
          )}
          <div className={classes.titles}>
            <h1>{title}</h1>
            {about && <p>{about}</p>}
          </div>
          {actions}
        </div>
      </header>
      <div className={classes.body}>{children}</div>
    </div>
  )
}

import { portalSession } from '@kontor/contract/session/portal'
import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import { useLogout } from '../../../lib/session/useLogout.ts'
import classes from './ViewBar.module.css'

const nameOf = ({ partner, name }: { partner: { name: string }; name: string }) =>
  partner.name === name ? name : `${partner.name} (${name})`

/** Says to an office user whose view this is, until when, and that nothing can be changed; ends it. */
export function ViewBar() {
  const t = useTranslations()
  const { time } = useFormat()
  const end = useLogout()
  const me = useApiQuery(portalSession.me, {}).data
  return (
    <section className={classes.bar} aria-label={t('portal.view.title')}>
      <IconEye size={20} aria-hidden />
      <p>
        <b>{me ? t('portal.view.as', { name: nameOf(me) }) : t('portal.view.title')}</b>{' '}
        {me?.viewer && t('portal.view.until', { time: time(me.viewer.ends_at) })}
      </p>
      <Button size="compact-sm" variant="default" onClick={() => void end()}>
        {t('portal.view.end')}
      </Button>
    </section>
  )
}

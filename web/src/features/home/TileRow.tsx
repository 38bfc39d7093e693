import { home } from '@kontor/contract/home'
import { IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { menu } from '../../app/navigation.ts'
import { type Screen, screensFor } from '../../components/shell/screen.ts'
import { PlainButton } from '../../components/ui/PlainButton.tsx'
import { StaleBar } from '../../components/ui/StaleBar.tsx'
import { stalenessOf } from '../../lib/api/staleness.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { plural } from '../../lib/i18n/words.ts'
import { useHidden, usePermission } from '../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { usePollInterval } from './Part.tsx'
import classes from './TileRow.module.css'
import { first, named, type Tile, tiles } from './Tiles.tsx'

/** The documented tiles in one row; tiles of all other screens are collapsed below. */
export function TileRow() {
  const t = useTranslations()
  const can = usePermission()
  const hidden = useHidden()
  const figures = useApiQuery(home.figures, {}, { refetchInterval: usePollInterval() })
  const { data, isError, refetch } = figures
  const behind = stalenessOf(figures)
  useRefresh(
    [
      'campaigns',
      'cart',
      'catalogue',
      'catalogueOrders',
      'records',
      'sliders',
      'support_message',
      'technicalSupport',
    ],
    [home.figures],
  )
  if (isError && !data)
    return (
      <div className={classes.failed} role="alert">
        {t('home.failed_text')}
        <PlainButton small icon={IconRefresh} onClick={() => void refetch()}>
          {t('common.retry')}
        </PlainButton>
      </div>
    )
  const screens = screensFor(menu, can, hidden).filter(({ path }) => tiles[path])
  const shown = first.flatMap((path) => screens.find((screen) => screen.path === path) ?? [])
  const others = screens.filter((screen) => !shown.includes(screen))
  const tileOf = (screen: Screen) => (
    <HomeTile
      key={screen.path}
      path={screen.path}
      named={named[screen.path] ?? screen}
      tile={data && tiles[screen.path]?.(data)}
    />
  )
  return (
    <nav aria-label={t('home.ways')}>
      {behind && <StaleBar {...behind} onRetry={() => void refetch()} />}
      <ul className={classes.tiles}>{shown.map(tileOf)}</ul>
      {others.length > 0 && (
        <details className={classes.others}>
          <summary>
            <IconChevronDown size={14} aria-hidden />
            {t('home.others', { count: others.length })}
          </summary>
          <ul className={classes.tiles}>{others.map(tileOf)}</ul>
        </details>
      )}
    </nav>
  )
}

interface TileRowProps {
  path: string
  named: Pick<Screen, 'label' | 'icon'>
  /** Undefined until loaded; the space is reserved. */
  tile: Tile | undefined
}

/** A tile: a screen's name and one figure. The whole tile links to the counted rows. */
function HomeTile({ path, named, tile }: TileRowProps) {
  const { locale } = useLanguage()
  const { icon: Icon, label } = named
  return (
    <li>
      <Link className={classes.tile} to={path} search={tile?.search ?? {}}>
        <Icon size={18} aria-hidden />
        <span className={classes.name} title={label[locale]}>
          {label[locale]}
        </span>{' '}
        {tile ? <TileCount {...tile} /> : <span className={classes.waiting} aria-hidden />}
      </Link>
    </li>
  )
}

function TileCount({ count, text, context }: Tile) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const more = context && t(`home.tile.${context.key}`, { count: context.count })
  return (
    <span className={classes.label} title={more}>
      <strong>{t('home.figure', { count })}</strong>{' '}
      {typeof text === 'string' ? t(`home.tile.${text}`, { count }) : plural(text[locale], count, locale)}
    </span>
  )
}

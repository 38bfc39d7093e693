import { home } from '@kontor/contract/home'
import { IconChevronDown, IconRefresh } from '@tabler/icons-react'
import { useRefresh } from '../../kit/live/useEvents.ts'
import { PlainButton } from '../../kit/look/PlainButton.tsx'
import { StaleBar } from '../../kit/look/StaleBar.tsx'
import { behindOf } from '../../kit/net/behind.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { useHidden } from '../../kit/rights/useHidden.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { type Screen, screensFor } from '../../kit/shell/screen.ts'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { menu } from '../../menu.ts'
import { HomeTile } from './HomeTile.tsx'
import { useEvery } from './Part.tsx'
import classes from './TileRow.module.css'
import { first, named, tiles } from './Tiles.tsx'
import { texts } from './texts.ts'

/** The ways in: the documents' tiles in one row, and folded behind it every other screen that has something to say. */
export function TileRow() {
  const t = useTexts(texts)
  const [may, hidden] = [useMay(), useHidden()]
  const figures = useRoute(home.figures, {}, { every: useEvery() })
  const { data, isError, refetch } = figures
  const behind = behindOf(figures)
  useRefresh('campaigns', [home.figures])
  useRefresh('cart', [home.figures])
  useRefresh('catalogue', [home.figures])
  useRefresh('catalogueOrders', [home.figures])
  useRefresh('records', [home.figures])
  useRefresh('sliders', [home.figures])
  useRefresh('support_message', [home.figures])
  useRefresh('technicalSupport', [home.figures])
  if (isError && !data)
    return (
      <div className={classes.failed} role="alert">
        {t('home.failed_text')}
        <PlainButton small icon={IconRefresh} onClick={() => void refetch()}>
          {t('common.retry')}
        </PlainButton>
      </div>
    )
  const screens = screensFor(menu, may, hidden).filter(({ path }) => tiles[path])
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
            <IconChevronDown size={14} stroke={1.6} aria-hidden />
            {t('home.others', { count: others.length })}
          </summary>
          <ul className={classes.tiles}>{others.map(tileOf)}</ul>
        </details>
      )}
    </nav>
  )
}

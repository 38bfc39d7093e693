import { home } from '@kontor/contract/home'
import { locales, TIME_ZONE } from '@kontor/contract/kit/api/locales'
import { Button } from '@mantine/core'
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react'
import { useRefresh } from '../../kit/live/useEvents.ts'
import { Notice } from '../../kit/look/Notice.tsx'
import { StaleBar } from '../../kit/look/StaleBar.tsx'
import { behindOf } from '../../kit/net/behind.ts'
import { useRoute } from '../../kit/net/useRoute.ts'
import { useHidden } from '../../kit/rights/useHidden.ts'
import { useMay } from '../../kit/rights/useMay.ts'
import { screensFor } from '../../kit/shell/screen.ts'
import { useLanguage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { menu } from '../../menu.ts'
import classes from './HomePage.module.css'
import { HomeTile } from './HomeTile.tsx'
import { named, tiles } from './Tiles.tsx'
import { texts } from './texts.ts'

/** One tile per screen that has something to say, each figure leading to what it counts. */
export function HomePage() {
  const t = useTexts(texts)
  const may = useMay()
  const hidden = useHidden()
  const figures = useRoute(home.figures, {})
  const { data, isError, refetch } = figures
  const behind = behindOf(figures)
  useRefresh('campaigns', [home.figures])
  useRefresh('cart', [home.figures])
  useRefresh('catalogue', [home.figures])
  useRefresh('catalogueOrders', [home.figures])
  useRefresh('sliders', [home.figures])
  useRefresh('support_message', [home.figures])
  useRefresh('technicalSupport', [home.figures])
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>{t('home.title')}</h1>
        <Today />
      </header>
      {behind && <StaleBar {...behind} onRetry={() => void refetch()} />}
      {isError && !data ? (
        <Notice icon={IconPlugConnectedX} title={t('home.failed')} text={t('home.failed_text')}>
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.6} />}
            onClick={() => void refetch()}
          >
            {t('common.retry')}
          </Button>
        </Notice>
      ) : (
        <ul className={classes.tiles}>
          {screensFor(menu, may, hidden).map((screen) => {
            const tile = tiles[screen.path]
            return (
              tile && (
                <HomeTile
                  key={screen.path}
                  path={screen.path}
                  named={named[screen.path] ?? screen}
                  tile={data && tile(data)}
                />
              )
            )
          })}
        </ul>
      )}
    </div>
  )
}

function Today() {
  const { locale } = useLanguage()
  const day = new Intl.DateTimeFormat(locales[locale], { dateStyle: 'full', timeZone: TIME_ZONE }).format()
  return <p className={classes.today}>{day.charAt(0).toUpperCase() + day.slice(1)}</p>
}

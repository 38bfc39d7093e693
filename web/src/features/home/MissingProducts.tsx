import { homeDay } from '@kontor/contract/home/day'
import { listLinks } from '@kontor/contract/home/links'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useRefresh, useRefreshOf } from '../../lib/realtime/useEvents.ts'
import classes from './Lists.module.css'
import { Part, usePollInterval } from './Part.tsx'

/** The out-of-stock products most requested in the last thirty days. */
export function MissingProducts() {
  const t = useTranslations()
  const query = useApiQuery(homeDay.missing, {}, { refetchInterval: usePollInterval() })
  useRefresh(['catalogueOrders', 'cart', 'catalogue', 'sliders'], [homeDay.missing])
  useRefreshOf('products', [homeDay.missing])
  const { out_of_stock: count = 0, products = [] } = query.data ?? {}
  return (
    <Part
      name="missing"
      title={t('home.missing.title')}
      note={t('home.missing.note')}
      end={
        count > 0 && (
          <Link to="/products" search={listLinks.products}>
            {t('home.missing.all', { count })}
          </Link>
        )
      }
      query={query}
      rows={[3, 36]}
    >
      {products.length === 0 ? (
        <p className={classes.empty}>{t('home.missing.none')}</p>
      ) : (
        <ul className={classes.products}>
          {products.map(({ id, erp_code, name, asked, waiting }) => (
            <li key={id}>
              <span className={classes.code}>{erp_code}</span>
              <Link
                className={classes.name}
                title={name}
                to="/products"
                search={{ 'f.id': String(id), row: String(id) }}
                state={(state) => ({ ...state, restock: id })}
              >
                {name}
              </Link>
              <span>{t('home.missing.asked', { count: asked })}</span>
              <span>{waiting > 0 && t('home.missing.waiting', { count: waiting })}</span>
              <span className={classes.gone}>{t('home.missing.gone')}</span>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

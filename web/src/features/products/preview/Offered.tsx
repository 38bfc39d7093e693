import type { ProductSummary } from '@kontor/contract/products/glance'
import { IconCarouselHorizontal, IconListTree, IconSpeakerphone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Lines as Rows, Section } from '../../../components/data-table/side-panel/Section.tsx'
import { StatusChip } from '../../../components/ui/StatusChip.tsx'
import { formatOf } from '../../../lib/i18n/format.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import classes from './Offered.module.css'

/** Where the product is offered to partners, as links with permission. */
export function Offered({ summary: { campaigns, catalogue, sliders } }: { summary: ProductSummary }) {
  const t = useTranslations()
  const { euro } = formatOf(useLanguage().locale)
  const all = [campaigns, catalogue, sliders]
  const known = all.filter((one) => one !== undefined)
  if (known.length === 0) return null
  const more = known.reduce((sum, { count, first }) => sum + count - first.length, 0)
  const isNowhere = known.every(({ count }) => count === 0)
  const state = (is: boolean) => <StatusChip on={is} label={t(is ? 'glance.shown' : 'glance.hidden')} />
  if (isNowhere && known.length < all.length) return null
  return (
    <Section title={t('glance.offered')} aside={more > 0 && <span>{t('glance.more', { count: more })}</span>}>
      {isNowhere ? (
        <p className={classes.empty}>{t('glance.nowhere')}</p>
      ) : (
        <Rows>
          {campaigns?.first.map(({ id, name, price, is_shown }) => (
            <li key={`campaign-${id}`}>
              <IconSpeakerphone size={16} stroke={1.6} aria-hidden />
              <Link to={`/campaigns/${id}`}>{name}</Link>
              <span>{is_shown ? euro(price) : state(false)}</span>
            </li>
          ))}
          {catalogue?.first.map(({ id, path, is_shown }) => (
            <li key={`place-${id}`}>
              <IconListTree size={16} stroke={1.6} aria-hidden />
              <Link to="/catalogue" search={{ node: String(id) }}>
                {path.join(' › ')}
              </Link>
              {state(is_shown)}
            </li>
          ))}
          {sliders?.first.map(({ id, name, is_shown }) => (
            <li key={`slider-${id}`}>
              <IconCarouselHorizontal size={16} stroke={1.6} aria-hidden />
              <Link to="/sliders" search={{ 'f.name': name, row: String(id) }}>
                {name}
              </Link>
              {state(is_shown)}
            </li>
          ))}
        </Rows>
      )}
    </Section>
  )
}

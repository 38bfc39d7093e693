import type { AppCategory } from '@kontor/contract/catalogue/portal'
import { IconChevronRight, IconFolder } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import classes from './Catalogue.module.css'

/** The categories of a level, with their number of products. */
export function Categories({ categories }: { categories: AppCategory[] }) {
  const t = useTranslations()
  return (
    <nav aria-label={t('portal.catalogue.categories')}>
      <ul className={`${cards.card} ${cards.rows}`}>
        {categories.map(({ id, name, description, products }) => (
          <li key={id}>
            <Link to="/catalogue" search={{ in: String(id) }} className={cards.row}>
              <IconFolder size={20} stroke={1.6} aria-hidden />
              <span className={cards.grow}>
                {name}
                {description && <span className={classes.subtitle}>{description}</span>}
              </span>
              <span className={cards.muted}>{t('portal.catalogue.products', { count: products })}</span>
              <IconChevronRight size={18} stroke={1.6} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

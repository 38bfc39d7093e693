import { IconArrowsSort, IconFolder, IconSortAscending, IconSortDescending } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from './Catalogue.module.css'
import type { useCatalogueAddress } from './useCatalogueAddress.ts'
import type { Place } from './useProducts.ts'

interface Props {
  place: Place
  hasCategories: boolean
  onChange: ReturnType<typeof useCatalogueAddress>['change']
}

/** Sort order and category list toggles; the price sort cycles: ascending, descending, off. */
export function Chips({ place: { sort, isListing }, hasCategories, onChange }: Props) {
  const t = useTranslations()
  const isByPrice = sort === 'price' || sort === '-price'
  const next = { price: '-price', '-price': 'name' } as const
  const Price = sort === 'price' ? IconSortAscending : sort === '-price' ? IconSortDescending : IconArrowsSort
  const price = sort === 'price' ? 'cheapest' : sort === '-price' ? 'dearest' : 'price'
  return (
    <fieldset className={classes.chips} aria-label={t('portal.catalogue.sorting')}>
      {hasCategories && (
        <button
          type="button"
          aria-expanded={isListing}
          onClick={() => onChange({ isListing: !isListing }, { instead: true })}
        >
          <IconFolder size={16} stroke={1.6} aria-hidden />
          {t('portal.catalogue.categories')}
        </button>
      )}
      <button
        type="button"
        aria-pressed={sort === 'stock'}
        onClick={() => onChange({ sort: sort === 'stock' ? 'name' : 'stock' }, { instead: true })}
      >
        {t('portal.catalogue.stock_first')}
      </button>
      <button
        type="button"
        aria-pressed={isByPrice}
        onClick={() => onChange({ sort: isByPrice ? next[sort] : 'price' }, { instead: true })}
      >
        <Price size={16} stroke={1.6} aria-hidden />
        {t(`portal.catalogue.${price}`)}
      </button>
    </fieldset>
  )
}

import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { portalStores } from '@kontor/contract/stores/portal'
import { TextInput } from '@mantine/core'
import { IconBuildingStore, IconMapPin, IconPhone, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { containsAll } from '../../../components/command-palette/foldedMatch.ts'
import cards from '../../../components/portal/card.module.css'
import { LoadingSkeleton } from '../../../components/portal/LoadingSkeleton.tsx'
import { Page } from '../../../components/portal/Page.tsx'
import { QueryState } from '../../../components/portal/QueryState.tsx'
import { Notice } from '../../../components/ui/Notice.tsx'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { useCachedQuery } from '../../../lib/offline/useCachedQuery.ts'
import classes from './StoresPage.module.css'

type Store = ResponseBody<typeof portalStores.index>[number]

/** From this number of stores on there is a search field. */
const SEARCH_FROM = 6

/** The distributor's stores, with links to call and to the map. */
export function StoresPage() {
  const t = useTranslations()
  const query = useCachedQuery(portalStores.index, {})
  return (
    <Page title={t('portal.stores.title')} back="/profile" wide>
      <QueryState
        query={query}
        skeleton={<LoadingSkeleton count={4} height={148} className={classes.list ?? ''} />}
      >
        {(stores) => <Stores stores={stores} />}
      </QueryState>
    </Page>
  )
}

function Stores({ stores }: { stores: Store[] }) {
  const t = useTranslations()
  const [text, setText] = useState('')
  if (stores.length === 0) {
    return (
      <Notice
        icon={IconBuildingStore}
        title={t('portal.stores.empty')}
        text={t('portal.stores.empty_text')}
      />
    )
  }
  const found = stores.filter(({ name, city, address }) =>
    containsAll(`${name} ${city.name} ${address}`, text),
  )
  return (
    <>
      {stores.length >= SEARCH_FROM && (
        <TextInput
          type="search"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
          placeholder={t('portal.stores.search')}
          aria-label={t('portal.stores.search')}
          leftSection={<IconSearch size={18} />}
        />
      )}
      <p role="status" hidden={found.length > 0}>
        {found.length === 0 && t('portal.stores.nothing', { text })}
      </p>
      <ul className={classes.list}>
        {found.map((store) => (
          <StoreCard key={store.id} store={store} />
        ))}
      </ul>
    </>
  )
}

function StoreCard({ store: { name, address, city, phones, latitude, longitude } }: { store: Store }) {
  const t = useTranslations()
  return (
    <li className={`${cards.card} ${classes.store}`}>
      <div>
        <h2 className={classes.name}>{name}</h2>
        <p className={cards.muted}>
          {address}, {city.name}
        </p>
      </div>
      <div className={classes.links}>
        {phones.map((phone) => (
          <a
            key={phone}
            className={classes.link}
            href={phoneLink(phone)}
            aria-label={t('portal.stores.call', { phone })}
          >
            <IconPhone size={18} aria-hidden />
            {phone}
          </a>
        ))}
        <a
          className={classes.link}
          href={`https://www.google.com/maps/search/?api=1&query=${latitude},${longitude}`}
          target="_blank"
          rel="noreferrer"
          aria-label={t('portal.stores.map_of', { name })}
        >
          <IconMapPin size={18} aria-hidden />
          {t('portal.stores.map')}
        </a>
      </div>
    </li>
  )
}

// The screens of a generated resource, as navigation, router and palette use them.
import { keyed, keysOf } from '@kontor/contract/lib/lists/keys'
import type { IconName, Resource } from '@kontor/contract/lib/resources/resource'
import { locales } from '@kontor/contract/lib/text/locales'
import {
  type Icon,
  IconBox,
  IconBuilding,
  IconCalendar,
  IconCoin,
  IconFileText,
  IconFlag,
  IconList,
  IconMapPin,
  IconPercentage,
  IconRuler,
  IconTag,
  IconTags,
  IconTruck,
  IconUsersGroup,
  IconWorld,
} from '@tabler/icons-react'
import type { Screen } from '../shell/screen.ts'

/** The icons that a declaration may name. */
const icons: Readonly<Record<IconName, Icon>> = {
  box: IconBox,
  building: IconBuilding,
  calendar: IconCalendar,
  coin: IconCoin,
  document: IconFileText,
  flag: IconFlag,
  list: IconList,
  'map-pin': IconMapPin,
  people: IconUsersGroup,
  percent: IconPercentage,
  ruler: IconRuler,
  tag: IconTag,
  tags: IconTags,
  truck: IconTruck,
  world: IconWorld,
}

/** The screen of a generated resource. */
export function resourceScreen(resource: Resource): Screen {
  const { name, icon, group = 'records' } = resource
  return {
    path: `/${name}`,
    label: keyed(keysOf(locales), (locale) => resource.labels[locale].title),
    icon: icons[icon],
    permission: `${name}.see`,
    group,
    // The many small lists have no record search; only their screens are found.
    ...((group === 'reference' || resource.large) && { find: finderOf(resource) }),
  }
}

const finderOf = (resource: Resource) => async () =>
  (await import('./resourceFinder.ts')).resourceSearch(resource)

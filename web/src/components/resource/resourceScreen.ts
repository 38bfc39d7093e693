// The screens of a plain resource, as navigation, router and palette use them.

import { keyed, keysOf } from '@kontor/contract/lib/lists/keys'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { locales } from '@kontor/contract/lib/text/locales'
import type { Screen } from '../shell/screen.ts'
import { icons } from './icons.ts'

/** The screen of a plain resource. */
export function resourceScreen(resource: Resource): Screen {
  const { name, icon, group = 'records' } = resource
  return {
    path: `/${name}`,
    label: keyed(keysOf(locales), (locale) => resource.labels[locale].title),
    icon: icons[icon],
    ...{ permission: `${name}.see`, group },
    // The many small lists have no record search; only their screens are found.
    ...((group === 'reference' || resource.large) && { find: finderOf(resource) }),
  }
}

const finderOf = (resource: Resource) => async () =>
  (await import('./resourceFinder.ts')).resourceSearch(resource)

// resource: the screens of a plain resource, from its declaration alone; this is what menu, router and palette know of
// it. Also entered at DayField.tsx, DayInput.tsx, Field.tsx (a declared field of a form), RecordDialogs.tsx (a record
// in its form and to read), ResourcePage.tsx (the screen itself), ResourcePicker.tsx (the dialog that picks records) and
// typedDay.ts (a day as people type it).
import { locales } from '@kontor/contract/kit/api/locales'
import { keyed, keysOf } from '@kontor/contract/kit/list/keyed'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import type { Screen } from '../shell/screen.ts'
import { icons } from './icons.ts'

/** The screen of a plain resource at its name. */
export function resourceScreen(resource: Resource): Screen {
  const { name, icon, group = 'records' } = resource
  return {
    path: `/${name}`,
    label: keyed(keysOf(locales), (locale) => resource.words[locale].title),
    icon: icons[icon],
    ...{ needs: `${name}.see`, group },
    // Of the many small lists nobody looks for a record: their screens are found.
    ...((group === 'reference' || resource.large) && { find: finderOf(resource) }),
  }
}

const finderOf = (resource: Resource) => async () =>
  (await import('./resourceFinder.ts')).resourceFinder(resource)

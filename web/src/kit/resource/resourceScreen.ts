// resource: the screens of a plain resource, from its declaration alone; this is what menu, router and palette know of
// it. Also entered at Field.tsx (a declared field of a form), ResourcePage.tsx (the screen itself) and ResourcePicker.tsx
// (the dialog that picks records).
import { locales } from '@kontor/contract/kit/api/locales'
import { keyed, keysOf } from '@kontor/contract/kit/list/keyed'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import type { Screen } from '../shell/screen.ts'
import { icons } from './icons.ts'

/** The screen of a plain resource at its name. */
export function resourceScreen(resource: Resource): Screen {
  const { name, icon } = resource
  const inBoth = (word: 'title' | 'add') => keyed(keysOf(locales), (locale) => resource.words[locale][word])
  return {
    path: `/${name}`,
    label: inBoth('title'),
    icon: icons[icon],
    ...{ needs: `${name}.see`, group: 'reference' },
    action: { label: inBoth('add'), search: { add: '1' }, needs: `${name}.change` },
    find: async () => (await import('./resourceFinder.ts')).resourceFinder(resource),
  }
}

import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import type { LocalizedText } from '@kontor/contract/lib/text/locales'
import { resources } from '@kontor/contract/resources'
import { IconFileImport, IconFilter, IconPlus } from '@tabler/icons-react'
import type { Command, LoadedCommands } from '../components/shell/screen.ts'
import type { FeatureScreen } from './feature.ts'
import { features, screens } from './features.ts'

const adding = (path: string, label: LocalizedText, permission: RequiredPermission): Command => ({
  path,
  icon: IconPlus,
  label,
  permission: [permission],
  search: { add: '1' },
})

const importing = (path: string, { cnr, en }: LocalizedText, permission: RequiredPermission): Command => ({
  path,
  icon: IconFileImport,
  label: { cnr: `Uvezi: ${cnr}`, en: `Import: ${en}` },
  permission: [permission],
  also: 'uvoz',
  search: { import: '1' },
  isRare: true,
})

/** Commands that open the built-in views of a list. */
async function viewing({ path, views }: FeatureScreen): Promise<Command[]> {
  const loaded = (await views?.load()) ?? {}
  return Object.entries(loaded).map(([view, { label }]) => ({
    path,
    icon: IconFilter,
    label,
    permission: views?.permission ?? [],
    search: { view },
    isRare: true,
  }))
}

const generated = Object.values<Resource>(resources).flatMap(({ name, labels: { cnr, en } }) => [
  adding(`/${name}`, { cnr: cnr.add, en: en.add }, `${name}.change`),
  importing(`/${name}`, { cnr: cnr.title, en: en.title }, `${name}.import`),
])

/** The commands of the palette: they open a screen with its empty form, its import or one of its built-in views. */
export async function loadCommands(): Promise<LoadedCommands> {
  const views = await Promise.all(screens.map(viewing))
  return {
    commands: [
      ...screens.flatMap(({ path, add }) => (add ? [adding(path, add.label, add.permission)] : [])),
      ...screens.flatMap((screen) =>
        screen.import ? [importing(screen.path, screen.label, screen.import)] : [],
      ),
      ...generated,
      ...views.flat(),
    ],
    screenOfList: Object.assign({}, ...features.map(({ lists }) => lists)),
  }
}

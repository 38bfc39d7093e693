import type { Permission, Verb } from '@kontor/contract/lib/http/permissions'
import { keysOf } from '@kontor/contract/lib/lists/keys'
import type { LocalizedText } from '@kontor/contract/lib/text/locales'
import { type Area, type AreaGroup, type PermissionArea, permissionAreas } from '@kontor/contract/permissions'
import { type Icon, IconReportMoney, IconShieldCog, IconTable } from '@tabler/icons-react'
import { menu } from '../../../app/navigation.ts'

/** The verbs with a column of their own; granting permissions has its own row. */
export const columns = ['see', 'change', 'import', 'export', 'send'] as const satisfies Verb[]

/** A row of the matrix: the permission per column. */
export interface AreaRow {
  key: string
  group: AreaGroup
  label: LocalizedText
  icon: Icon
  cells: Partial<Record<(typeof columns)[number], Permission>>
}

const ownIcons: Partial<Record<PermissionArea, Icon>> = { figures: IconReportMoney }
const iconOf = (area: PermissionArea) =>
  ownIcons[area] ??
  menu.find(({ permission, group }) => group && permission === `${area}.see`)?.icon ??
  IconTable

const administering = { cnr: 'Uloge i prava', en: 'Roles and permissions' }

/** The rows, in the order of the navigation. */
export const areaRows: readonly AreaRow[] = keysOf(permissionAreas).flatMap((name): AreaRow[] => {
  const { group, label, verbs }: Area = permissionAreas[name]
  const shown = columns.filter((verb) => verbs.includes(verb))
  const cells = Object.fromEntries(shown.map((verb) => [verb, `${name}.${verb}`]))
  const row = { key: name, group, label, icon: iconOf(name), cells }
  if (!verbs.includes('administer')) return [row]
  const second: AreaRow = {
    key: `${name}.administer`,
    group,
    label: administering,
    icon: IconShieldCog,
    cells: { change: `${name}.administer` },
  }
  return [row, second]
})

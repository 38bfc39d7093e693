import { type Role, roles } from '@kontor/contract/lib/http/about'
import { hideable, type OfficeSettings } from '@kontor/contract/users/settings'

/** Unsaved switches, by the name of a record type or a role. */
export type Chosen = ReadonlyMap<string, boolean>

/** The settings including unsaved changes. */
export interface EditedOffice {
  saved: OfficeSettings
  hidden: ReadonlySet<(typeof hideable)[number]>
  secured: ReadonlySet<Role>
  /** Number of unsaved changes. */
  changes: number
}

/** The saved settings with the unsaved changes applied: concurrent changes by others are kept. */
export function editedOffice(saved: OfficeSettings, chosen: Chosen): EditedOffice {
  const hidden = new Set(hideable.filter((name) => chosen.get(name) ?? saved.hidden_resources.includes(name)))
  const secured = new Set(
    roles.filter((role) => chosen.get(role) ?? saved.second_factor_roles.includes(role)),
  )
  const changes =
    hidden.symmetricDifference(new Set(hideable.filter((name) => saved.hidden_resources.includes(name))))
      .size + secured.symmetricDifference(new Set(saved.second_factor_roles)).size
  return { saved, hidden, secured, changes }
}

import { type Role, roles } from '@kontor/contract/lib/http/about'
import { hideable, type OfficeSettings } from '@kontor/contract/users/settings'

/** What somebody has switched and not saved yet, by the name of a record or a role. */
export type Chosen = ReadonlyMap<string, boolean>

/** The settings as they stand on screen. */
export interface EditedOffice {
  saved: OfficeSettings
  hidden: ReadonlySet<(typeof hideable)[number]>
  secured: ReadonlySet<Role>
  /** How many choices differ from what is saved. */
  changes: number
}

/** What is saved, with what was chosen over it: what another has saved meanwhile is taken over, the own choices stay. */
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

import { bank_accounts } from './resources/bankAccounts.ts'
import { banks } from './resources/banks.ts'
import { categories } from './resources/categories.ts'
import { child_partners } from './resources/childPartners.ts'
import { cities } from './resources/cities.ts'
import { comments } from './resources/comments.ts'
import { contacts } from './resources/contacts.ts'
import { contact_types } from './resources/contactTypes.ts'
import { contracts } from './resources/contracts.ts'
import { countries } from './resources/countries.ts'
import { facilities } from './resources/facilities.ts'
import { items } from './resources/items.ts'
import { licenses } from './resources/licenses.ts'
import { partner_types } from './resources/partnerTypes.ts'
import { replies } from './resources/replies.ts'
import { services } from './resources/services.ts'
import { statuses } from './resources/statuses.ts'
import { vats } from './resources/vats.ts'
import { vehicles } from './resources/vehicles.ts'
import { warehouses } from './resources/warehouses.ts'
import { workers } from './resources/workers.ts'
import { worker_types } from './resources/workerTypes.ts'

/**
 * All generated resources, in the order of the menu. Menu, permissions, routes, history and the generated tests follow
 * from it.
 */
export const resources = {
  categories,
  countries,
  cities,
  replies,
  partner_types,
  child_partners,
  contact_types,
  contacts,
  banks,
  bank_accounts,
  contracts,
  worker_types,
  workers,
  vehicles,
  warehouses,
  facilities,
  licenses,
  vats,
  services,
  items,
  statuses,
  comments,
}

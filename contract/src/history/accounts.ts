import { roleLabels } from '../lib/http/about.ts'
import { keyed, keysOf } from '../lib/lists/keys.ts'
import { ownColumns } from '../lib/resources/columns.ts'
import { permissionLabels } from '../permissions.ts'
import { resources } from '../resources.ts'
import { apiKeyList } from '../users/keys.ts'
import { userFields, userList } from '../users.ts'
import { webhookEventNames, webhookEvents } from '../webhooks/events.ts'
import { webhookList } from '../webhooks.ts'
import { hidden, is, kind, kindOf, silent } from './kinds.ts'

const titles = keyed(keysOf(resources), (name) => ({
  cnr: resources[name].labels.cnr.title,
  en: resources[name].labels.en.title,
}))

/** Tables of accounts, roles and settings. */
export const accountTables = {
  users: kindOf(userList, {
    ...ownColumns(userFields),
    password: silent('Lozinka', 'Password'),
    is_key: hidden,
    totp: {
      ...is('Kod iz aplikacije', 'Code from an app'),
      values: {
        true: { cnr: 'uključeno', en: 'on' },
        false: { cnr: 'isključeno', en: 'off' },
      },
    },
    passkey: is('Pristupni ključ', 'Passkey'),
    recovery_codes: silent('Rezervni kodovi', 'Recovery codes'),
  }),
  roles: kind(
    'Uloga',
    'Role',
    {},
    {
      role: hidden,
      name: hidden,
      given: { ...is('Dato', 'Granted'), values: permissionLabels },
      taken: { ...is('Oduzeto', 'Removed'), values: permissionLabels },
    },
  ),
  api_keys: kindOf(apiKeyList, {
    created_by: hidden,
    rights: { ...is('Prava', 'Permissions'), values: permissionLabels },
    is_active: {
      ...is('Stanje', 'State'),
      values: { true: { cnr: 'važi', en: 'valid' }, false: { cnr: 'opozvan', en: 'revoked' } },
    },
  }),
  webhooks: kindOf(webhookList, {
    created_by: hidden,
    is_active: hidden,
    events: {
      ...is('Događaji', 'Events'),
      values: keyed(webhookEventNames, (name) => webhookEvents[name].label),
    },
  }),
  settings: kind(
    'Podešavanja kancelarije',
    'Office settings',
    {},
    {
      name: hidden,
      hidden_resources: {
        ...is('Isključene evidencije', 'Records that are off'),
        values: titles,
      },
      second_factor_roles: {
        ...is('Drugi korak prijave je obavezan za', 'Two-step sign-in is required for'),
        values: roleLabels,
      },
    },
  ),
}

import type { Translation } from '../../lib/i18n/language.ts'
import type { stores as cnr } from '../cnr/stores.ts'

export const stores: Translation<typeof cnr> = {
  features: {
    stores: {
      title: 'Stores',
      add: 'Add store',
      new: 'New store',
      edit: 'Edit store',
      details: 'Store',
      many: '{count, plural, one {# store} other {# stores}}',
      hint: 'Partners will no longer see it.',
      empty: 'No stores yet',
      empty_hint: 'Add the first one so that partners know where you are.',
      active: 'Active',
      inactive: 'Inactive',
    },
    storeContacts: {
      title: 'Contacts',
      add: 'Add contact',
      new: 'New contact',
      edit: 'Edit contact',
      details: 'Contact',
      many: '{count, plural, one {# contact} other {# contacts}}',
      hint: 'Partners will no longer see it.',
      empty: 'No contacts yet',
      empty_hint: 'Add the first phone number of this store.',
      active: 'Active',
      inactive: 'Inactive',
    },
  },
  stores: {
    contacts: 'Contacts',
    open_map: 'Open the map in a new tab',
    place: 'Map: where the store is',
    map: 'Map: click to choose where the store is',
    map_help: 'Click on the map or drag the marker, or type the coordinates.',
    no_tiles: 'No map tiles are configured; the outlines of countries and a grid of degrees are shown.',
    map_loading: 'Loading the map…',
  },
}

import type { Translation } from '../../lib/i18n/language.ts'
import type { stores as cnr } from '../cnr/stores.ts'

export const stores: Translation<typeof cnr> = {
  stores: {
    contacts: 'Contacts',
    open_map: 'Open map in a new tab',
    place: 'Map: store location',
    map: 'Map: click to choose the store location',
    link_without_place:
      'This link has no coordinates. Open it, then paste the address from the browser or the coordinates, such as 42.441, 19.262.',
    map_help:
      'Click the map, drag the marker or enter the coordinates. You can paste a pair of coordinates or a map link.',
    abroad: 'This location is not in the same country as {city}',
    abroad_text: 'Check the coordinates: latitude and longitude may be swapped.',
    abroad_back: 'Correct the location',
    abroad_save: 'Save anyway',
    no_tiles: 'No map tiles are set up; country outlines and a grid of degrees are shown.',
    map_loading: 'Loading map…',
  },
  validation: {
    store_name: 'The store name needs at least 2 characters.',
    store_address: 'The address needs at least 2 characters.',
    latitude: 'Enter a number from -90 to 90, with at most 6 decimals.',
    longitude: 'Enter a number from -180 to 180, with at most 6 decimals.',
    contact_phone: 'The phone number needs at least 2 characters.',
  },
}

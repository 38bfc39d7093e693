import { resource } from '../lib/resources/resource.ts'

export const vehicles = resource({
  name: 'vehicles',
  noun: {
    cnr: { gender: 'n', title: 'Vozila', one: 'Vozilo', other: 'vozila' },
    en: { title: 'Vehicles', one: 'Vehicle' },
  },
  icon: 'truck',
  numbered: true,
  names: 'plates',
  fields: {
    type: { kind: 'text', label: { cnr: 'Tip', en: 'Type' }, required: true, min: 2, searched: true },
    plates: {
      kind: 'text',
      label: { cnr: 'Registarske tablice', en: 'Plates' },
      required: true,
      min: 2,
      max: 20,
      searched: true,
      unique: true,
      compact: true,
      taken: 'validation.unique_plates',
    },
  },
})

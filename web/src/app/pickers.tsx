import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import type { Pickers } from '../components/form/pickers/pickers.ts'
import { lazyPart } from '../lib/router/lazyPart.tsx'
import type { OfficeFeature } from './feature.ts'
import { features } from './features.ts'

/** What features of their own pick. */
type Picked = PickedBy<(typeof features)[number]>
type PickedBy<F> = F extends OfficeFeature<infer Picked> ? Picked : never

const picks = (resource: Resource) =>
  lazyPart(async () => {
    const { resourcePicker } = await import('../components/resource/ResourcePicker.tsx')
    return { Picker: resourcePicker(resource) }
  }, 'Picker')

/** Every picker by the resource that it picks from. */
export const pickers: Pickers = {
  ...Object.assign({}, ...features.map((feature) => feature.pickers)),
  ...Object.fromEntries(
    Object.values<Resource>(resources).map((resource) => [resource.name, picks(resource)]),
  ),
}

declare module '../components/form/pickers/pickers.ts' {
  interface Pickable extends Record<Picked | keyof typeof resources, unknown> {}
}

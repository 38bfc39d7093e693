import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import type { Pickers } from '../components/form/pickers/pickers.ts'
import { lazyPart } from '../lib/router/lazyPart.tsx'
import type { OfficeFeature } from './feature.ts'
import { features } from './features.ts'

/** The resources that the features have pickers for. */
type Picked = PickedBy<(typeof features)[number]>
type PickedBy<F> = F extends OfficeFeature<infer Picked> ? Picked : never

const picks = (resource: Resource) =>
  lazyPart(async () => {
    const { resourcePicker } = await import('../components/resource/ResourcePicker.tsx')
    return { Picker: resourcePicker(resource) }
  }, 'Picker')

/** All pickers, by resource. */
export const pickers: Pickers = {
  ...Object.assign({}, ...features.map((feature) => feature.pickers)),
  ...Object.fromEntries(
    Object.values<Resource>(resources).map((resource) => [resource.name, picks(resource)]),
  ),
}

declare module '../components/form/pickers/pickers.ts' {
  interface Pickable extends Record<Picked | keyof typeof resources, unknown> {}
}

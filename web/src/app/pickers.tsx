import type { Fields } from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import type { Pickers } from '../components/form/pickers/pickers.ts'
import { lazyPart } from '../lib/router/lazyPart.tsx'

/** Pickers of the resources with screens of their own. */
const own = {
  catalogue: lazyPart(() => import('../features/catalogue/CategoryPicker.tsx'), 'CategoryPicker'),
  partners: lazyPart(() => import('../features/partners/PartnerPicker.tsx'), 'PartnerPicker'),
  products: lazyPart(() => import('../features/products/ProductPicker.tsx'), 'ProductPicker'),
  stores: lazyPart(() => import('../features/stores/StorePicker.tsx'), 'StorePicker'),
}

type Plain = (typeof resources)[keyof typeof resources]
type ReferredTo<R> = R extends Resource<string, infer F extends Fields> ? TargetOf<F[keyof F]> : never
type TargetOf<F> = F extends { kind: 'reference'; to: infer To extends string } ? To : never

/** Whatever a plain resource refers to has a picker: a reference to anything else is a compile error here. */
const needed: Record<Exclude<ReferredTo<Plain>, keyof typeof resources>, unknown> = own
void needed

const picks = (resource: Resource) =>
  lazyPart(async () => {
    const { resourcePicker } = await import('../components/resource/ResourcePicker.tsx')
    return { Picker: resourcePicker(resource) }
  }, 'Picker')

/** Every picker by the resource that it picks from. */
export const pickers: Pickers = {
  ...own,
  ...Object.fromEntries(
    Object.values<Resource>(resources).map((resource) => [resource.name, picks(resource)]),
  ),
}

declare module '../components/form/pickers/pickers.ts' {
  interface Pickable extends Record<keyof typeof own | keyof typeof resources, unknown> {}
}

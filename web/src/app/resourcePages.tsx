import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import { useParams } from '@tanstack/react-router'
import { resourcePage, type Slots } from '../components/resource/ResourcePage.tsx'
import { NotFound } from '../components/ui/ErrorPages.tsx'
import { features } from './features.ts'

/** Overrides of the list pages of generated resources, by resource name. */
const differing: Readonly<Record<string, Slots>> = Object.assign(
  {},
  ...features.map((feature) => feature.resources),
)

const pages = new Map(
  Object.values<Resource>(resources).map((resource) => [
    resource.name,
    resourcePage(resource, differing[resource.name]),
  ]),
)

/** The screen of the generated resource that the path names. */
export function ResourceScreen() {
  const { resource = '' } = useParams({ strict: false })
  const Page = pages.get(resource)
  return Page ? <Page key={resource} /> : <NotFound />
}

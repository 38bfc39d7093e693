import type { Resource } from '@kontor/contract/kit/resource/resource'
import { resources } from '@kontor/contract/resources'
import { useParams } from '@tanstack/react-router'
import { resourcePage, type Slots } from './kit/resource/ResourcePage.tsx'
import { NotFound } from './kit/router/NotFound.tsx'

/** What a plain resource shows otherwise than its declaration says. */
const differing: Readonly<Record<string, Slots>> = {}

const pages = new Map(
  Object.values<Resource>(resources).map((resource) => [
    resource.name,
    resourcePage(resource, differing[resource.name]),
  ]),
)

/** The screen of the plain resource that the address names. */
export function ResourceScreen() {
  const { resource = '' } = useParams({ strict: false })
  const Page = pages.get(resource)
  return Page ? <Page key={resource} /> : <NotFound />
}

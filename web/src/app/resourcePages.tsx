import type { Resource } from '@kontor/contract/lib/resources/resource'
import { resources } from '@kontor/contract/resources'
import { useParams } from '@tanstack/react-router'

import { resourcePage, type Slots } from '../components/resource/ResourcePage.tsx'
import { lazyPart } from '../lib/router/lazyPart.tsx'
import { NotFound } from '../lib/router/NotFound.tsx'

const ServiceForm = lazyPart(() => import('../features/services/ServiceForm.tsx'), 'ServiceForm')
const ServiceDetails = lazyPart(() => import('../features/services/ServiceDetails.tsx'), 'ServiceDetails')

/** What a plain resource shows otherwise than its declaration says. */
const differing: Readonly<Record<string, Slots>> = {
  services: {
    form: (props) => <ServiceForm {...props} />,
    details: (props) => <ServiceDetails {...props} />,
  },
}

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

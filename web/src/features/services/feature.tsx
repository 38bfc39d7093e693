import { registerFeature } from '../../app/feature.ts'
import { lazyPart } from '../../lib/router/lazyPart.tsx'

const ServiceForm = lazyPart(() => import('./ServiceForm.tsx'), 'ServiceForm')
const ServiceDetails = lazyPart(() => import('./ServiceDetails.tsx'), 'ServiceDetails')

export const services = registerFeature({
  resources: {
    services: {
      form: (props) => <ServiceForm {...props} />,
      details: (props) => <ServiceDetails {...props} />,
    },
  },
})

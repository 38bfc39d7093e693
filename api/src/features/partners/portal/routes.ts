import { portalPartners } from '@kontor/contract/partners/portal'
import type { PortalContext } from '../../../context.ts'
import { ownPartner } from '../scope.ts'

export function portalPartnerRoutes({ registerRoute }: PortalContext) {
  registerRoute(portalPartners.profile, ({ scoped }) => ownPartner(scoped))
}

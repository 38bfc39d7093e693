import { appPartners } from '@kontor/contract/partners/portal'
import type { PortalContext } from '../../../context.ts'
import { ownPartner } from '../scope.ts'

export function appPartnerRoutes({ registerRoute }: PortalContext) {
  registerRoute(appPartners.profile, ({ scoped }) => ownPartner(scoped))
}

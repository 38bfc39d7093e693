import { appPartners } from '@kontor/contract/partners/portal'
import type { Portal } from '../../../kit/serve/kontor.ts'
import { ownPartner } from '../scope.ts'

export function appPartnerRoutes({ serve }: Portal) {
  serve(appPartners.profile, ({ scoped }) => ownPartner(scoped))
}

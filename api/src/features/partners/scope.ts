// What of the partners a partner may reach: itself.
import { getRow } from '../../kit/records/records.ts'
import { behind, type Scoped } from '../../kit/serve/scoped.ts'
import { partnerSource } from './queries.ts'

/** The caller's own partner, with its figures. */
export const ownPartner = (scoped: Scoped) => getRow(behind(scoped), partnerSource, scoped.user.partner_id)

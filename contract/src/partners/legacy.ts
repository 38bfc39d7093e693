// Compatibility with old clients of the partner routes, in one file.
import * as z from 'zod/mini'
import { idOrRecord, optionalText } from '../lib/fields/fields.ts'

const optionalLegacyText = (max: number) => z.optional(z.nonoptional(optionalText(max)))
const record = z.optional(z.nullable(idOrRecord))

/** Fields under the names of the documents; an omitted one is not changed. */
export const legacyFields = {
  haynesProUsername: optionalText(),
  partnerNumber: optionalLegacyText(50),
  /** An id, or the whole record. */
  superiorPartner: record,
  type: record,
  accountNumber: optionalLegacyText(50),
  postCode: optionalLegacyText(20),
  authorisedPerson: optionalLegacyText(120),
  contactPerson: optionalLegacyText(120),
  orderedByPerson: optionalLegacyText(120),
}

/** The legacy names of current fields, where they differ. */
export const legacyNames = {
  haynes_pro_username: 'haynesProUsername',
  partner_number: 'partnerNumber',
  superior_partner_id: 'superiorPartner',
  partner_type_id: 'type',
  account_number: 'accountNumber',
  post_code: 'postCode',
  authorised_person: 'authorisedPerson',
  contact_person: 'contactPerson',
  ordered_by_person: 'orderedByPerson',
} as const

type Text = string | null | undefined
type Id = number | null | undefined
interface Sent {
  haynes_pro_username: string | null
  haynesProUsername: string | null
  partner_number?: Text
  partnerNumber?: Text
  superior_partner_id?: Id
  superiorPartner?: Id
  partner_type_id?: Id
  type?: Id
  account_number?: Text
  accountNumber?: Text
  post_code?: Text
  postCode?: Text
  authorised_person?: Text
  authorisedPerson?: Text
  contact_person?: Text
  contactPerson?: Text
  ordered_by_person?: Text
  orderedByPerson?: Text
}

/** Null clears a field and thus counts as a value. */
const either = <T>(today: T | undefined, old: T | undefined) => (today === undefined ? old : today)

/** The input under current names; where both names are sent, the current one counts. */
export function fromLegacy<Fields extends Sent>(input: Fields) {
  const { haynesProUsername, partnerNumber, superiorPartner, type, accountNumber, ...others } = input
  const { postCode, authorisedPerson, contactPerson, orderedByPerson, ...fields } = others
  return {
    ...fields,
    haynes_pro_username: input.haynes_pro_username ?? haynesProUsername ?? null,
    partner_number: either(input.partner_number, partnerNumber),
    superior_partner_id: either(input.superior_partner_id, superiorPartner),
    partner_type_id: either(input.partner_type_id, type),
    account_number: either(input.account_number, accountNumber),
    post_code: either(input.post_code, postCode),
    authorised_person: either(input.authorised_person, authorisedPerson),
    contact_person: either(input.contact_person, contactPerson),
    ordered_by_person: either(input.ordered_by_person, orderedByPerson),
  }
}

/** Old clients update a partner by POST instead of PUT. */
export const legacyUpdate = { method: 'POST', summary: 'Update partner (POST)' } as const

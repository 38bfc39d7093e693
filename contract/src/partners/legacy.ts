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

/**
 * The input under current names; where both names are sent, the current one counts. Null clears a field and thus counts
 * as a value.
 */
export function fromLegacy<Input extends { haynesProUsername: string | null }>(input: Input) {
  const fields: Record<string, unknown> = { ...input }
  for (const [name, legacy] of Object.entries(legacyNames)) {
    if (fields[name] === undefined) fields[name] = fields[legacy]
    delete fields[legacy]
  }
  fields.haynes_pro_username ??= input.haynesProUsername // its rule makes null of an omitted one
  return fields as Omit<Input, keyof typeof legacyFields> // the legacy names are deleted
}

/** Old clients update a partner by POST instead of PUT. */
export const legacyUpdate = { method: 'POST', summary: 'Update partner (POST)' } as const

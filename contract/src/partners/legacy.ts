// What only old clients of the partners send, so that the rest of the feature reads as if there were none.
import { optionalText } from '../kit/fields/fields.ts'

/** Fields under their old names. */
export const legacyFields = {
  /** `haynes_pro_username`. */
  haynesProUsername: optionalText(),
}

/** What was sent, under the names of today. */
export const fromLegacy = <
  Fields extends { haynes_pro_username: string | null; haynesProUsername: string | null },
>({
  haynesProUsername,
  ...fields
}: Fields) => ({ ...fields, haynes_pro_username: fields.haynes_pro_username ?? haynesProUsername })

/** They change a partner by POST, where others do by PUT. */
export const legacyUpdate = { method: 'POST', summary: 'The same by POST' } as const

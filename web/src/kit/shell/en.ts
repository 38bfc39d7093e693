import type { Translation } from '../texts/language.ts'
import type { cnr } from './cnr.ts'

export const en: Translation<typeof cnr> = {
  groups: {
    sales: 'Sales',
    content: 'Content',
    online: 'Partners online',
    reference: 'Reference lists',
  },
  palette: {
    placeholder: 'Find',
    screens: 'Screens',
    actions: 'Actions',
    all: 'Show all ({count, number})',
    pieces: '{count, number} pcs',
    nothing: 'Nothing found for “{text}”',
    failed: 'The search failed',
    choose: 'choose',
    open: 'open',
    new_tab: 'in a new tab',
    shown: '{count, number} shown',
    language: 'Switch to Montenegrin (Crnogorski)',
  },
  import: {
    locked: 'An import is running; this list is locked until it has finished.',
    running: 'Another import is already running.',
    rejected: 'The import was not applied because the file contains errors.',
    unsettled: 'Nothing was imported: the questions about the file have to be answered first.',
    nothing_to_undo: 'There is no import whose data can be brought back.',
    changed_since: 'The data cannot be brought back: rows were changed since, or are in use.',
    done: 'The import was applied.',
    preview: 'Preview of the import',
    duplicate: 'The same code is already in row {row}.',
    unknown_partner: 'Unknown partner code.',
    unknown_name: 'No active record has this name.',
    ambiguous_name: 'Several records have this name.',
    unknown_code: 'Unknown code: without a Name column the product cannot be added.',
    twin: 'This code exists already, written differently: {code}.',
    needs: 'The new record lacks: {columns}.',
  },
  report: {
    too_many_rows: 'A PDF holds at most {max, number} rows. Narrow the filters or export to Excel.',
  },
  pages: {
    not_for_role: 'This screen is not for your role',
    not_for_role_text: 'The director says what each role may do. If you need it for your work, ask there.',
  },
  error: {
    forbidden_right:
      'Your role may not {verb, select, see {see this} change {change this} import {import here} export {export this} send {send from here} other {administer this}}. Rights are given by the director.',
    beyond_own_rights:
      'You can neither give nor take rights that you do not have, nor change somebody who has more.',
  },
  validation: {
    unlimited_role: 'The director may always do everything: these rights are not changed.',
    right_without_see: 'Whoever does something in an area has to see it.',
    last_admin: 'The last active director stays a director and stays active.',
  },
}

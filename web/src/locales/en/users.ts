import type { Translation } from '../../lib/i18n/language.ts'
import type { users as cnr } from '../cnr/users.ts'

export const users: Translation<typeof cnr> = {
  office: {
    title: 'Office',
    failed: 'Settings could not be loaded',
    records: 'Records you use',
    records_text:
      'Records that are off do not appear in the menu, on the home page, in search or in the permissions table. The data stays, and the screen still opens by its address.',
    factor: 'Two-step sign-in is required for',
    factor_text:
      'Users with one of these roles confirm sign-in with a code or passkey in addition to the password.',
    factor_warning:
      'Once saved, users without a second step must set one up before they can continue working.',
    factor_own: 'This includes you.',
    conflict:
      'The settings have been saved in the meantime{who}. That has been applied and your changes are still here: check them and save.',
  },
  jobs: { retried: 'The job is waiting again.' },
  keys: {
    all_rights: 'All permissions of the role',
    some_rights: 'Only some',
    rights: 'Permissions',
    rights_help: 'Permissions change with the role: a key never has more than its role.',
    role_help:
      'The key has this role’s permissions, except for users, roles, settings, webhooks and viewing as a partner.',
    name_help: 'The name shown in the history, e.g. ERP Pantheon.',
    ends_help: 'Last day of validity. Without it, the key is valid until someone revokes it.',
    ended: 'Expired',
    maker_gone: 'inactive',
    maker_gone_hint: 'The user is no longer active; the key is still valid.',
    never: 'never',
    revoke: 'Revoke',
    revoke_title: 'Revoke key “{name}”?',
    revoke_text:
      'The program that uses it stops working from its next call. This cannot be undone; create a new key if you need one.',
    revoked: 'Key revoked',
    created: 'Key created',
    once: 'Save it now: it cannot be shown again later.',
    token: 'Key',
    lines: 'How to use it',
    lines_help:
      'Run these on a command line, in the folder with {file}. You can use any Excel or CSV price list instead.',
    own_key: 'Replace {token} with your key.',
    line_preview: 'Dry run: what the price list would change',
    line_import: 'Import a price list',
    line_sync: 'Sync products from an ERP in one call',
    sync_help:
      'The file {file} has one product per line: {line}. New ones are added, existing ones changed, and the response says what happened to each. Everything is written or nothing.',
    line_partners: 'All partners',
    not_allowed: 'This key does not have permission for it.',
    not_copied_text: 'The key cannot be shown again. If you need it, create a new one.',
    back: 'Back to key',
  },
  roles: {
    screen: 'Users and roles',
    count:
      '{users, plural, one {# staff user} other {# staff users}}, {roles, plural, one {# role} other {# roles}}',
    failed: 'Roles could not be loaded',
    failed_text: 'The server did not respond. Try again.',
    matrix: 'Role permissions',
    matrix_help:
      'Role permissions: areas in rows, roles in columns. Arrow keys move between boxes, Space toggles one.',
    area: 'Area',
    users: '{count, plural, one {# user} other {# users}}',
    locked: 'The director can always do everything.',
    changed: 'not saved',
    sees: 'What the role sees',
    nobody: 'No one has this role yet.',
    reads: 'read only',
    writes: 'reads and replies',
    hidden: 'Cannot see: {areas}',
    all: 'Sees all areas',
    unsaved: '{count, plural, one {# unsaved change} other {# unsaved changes}}',
    effect:
      '{roles}; takes effect immediately, {count, plural, =0 {for no one right now} one {for # user} other {for # users}}.',
    lose: '{count, plural, one {Remove one permission?} other {Remove # permissions?}}',
    lose_text: 'Users lose it immediately, even if they are using it now.',
    conflict: 'The role {role} has been changed in the meantime{who}.',
    given: 'Granted: {rights}.',
    taken: 'Removed: {rights}.',
    conflict_text: 'That has been applied and your changes are still here: check them and save.',
  },
  users: {
    factor_remove: 'Remove two-step sign-in',
    factor_title: 'Remove two-step sign-in for {name}?',
    factor_text:
      'For a user who has lost their phone or key. They are signed out everywhere immediately and sign in with only the password until they set up a new one. Make sure the request comes from the owner of the account.',
    factor_action: 'Remove',
    factor_removed: 'Two-step sign-in removed',
    own: 'My settings',
    self_text:
      '{count, plural, one {This is your account} other {Your account is among them}}. You will be signed out immediately and cannot sign in until a colleague reactivates you.',
    self_cancel: 'Keep my account',
    moved_title: 'Move {name} to the partner’s users?',
    moved_text:
      'This staff user becomes a user of the partner: the role is lost, and they are signed out immediately and can no longer use the office.',
    moved_action: 'Move',
    invited: 'Invited',
    invite_again: 'Resend invitation',
    invited_again: 'The invitation was sent to {email}',
    no_mail: 'The server does not send e-mail (SMTP is not set up), so no one can be invited.',
    not_invited: 'Only an active user who was invited and has no password yet can be invited again.',
    inactive_partner: 'This user’s partner is inactive. Restore the partner, then send the invitation.',
    email_help: 'Optional. Links to set a new password are sent here.',
    email_help_invited: 'The invitation is sent here, and later any links to set a new password.',
    added_invited: 'User added. An invitation is on its way to {email}.',
    unknown_name: 'unknown',
    tries: '{outcome}, {count, plural, one {# time} other {# times}}',
    role: 'Role',
    user_admin: 'Can do everything and decides what others can do.',
    user_manager: 'By default: everything except users and roles, webhooks and viewing as a partner.',
    user_engineer:
      'By default: manages products, the catalogue, sliders and technical support, can view the rest.',
    user_financier:
      'By default: manages partners and their figures, the cart and catalogue orders, can view the rest.',
    password: 'Password',
    superior: 'Choose superior partner',
    superior_help: 'For a user at a partner, who signs in to the partners’ app instead of the office.',
    partner: 'Partner',
  },
  import: {
    role_of_partner: 'A partner’s user has no role: fill in either the role or the partner.',
    own_active: 'You cannot deactivate or delete yourself through an import or its undo.',
    staff_stays: 'A staff user cannot become a partner’s user through an import.',
  },
  error: {
    beyond_own_rights:
      'You cannot grant or revoke permissions you do not have, or change someone who has more permissions.',
  },
  validation: {
    unlimited_role: 'The director can always do everything: these permissions cannot be changed.',
    right_without_see: 'Every permission in an area also needs the permission “See”.',
    last_admin: 'The last active director must stay an active director.',
    own_sign_in: 'Change your own username, e-mail and password in your settings.',
    own_role: 'You cannot change your own role or partner.',
    unique_email: 'Another user already has this e-mail.',
    invited_password: 'An invited user sets the password: leave it empty.',
    key_name: 'The key name needs at least 2 characters.',
    key_name_taken: 'A valid key with this name already exists.',
    key_rights: 'Choose at least one permission.',
    right_beyond_role: 'The role no longer has one of the selected permissions.',
  },
  form: {
    invite: 'Send an invitation by e-mail',
    invite_help:
      'The user gets a link and sets the password. The link works for {days, plural, one {# day} other {# days}}.',
    password_keep: 'Leave empty to keep the password.',
  },
}

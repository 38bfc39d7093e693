import { LEAST_ROLE, roleLabels, roles } from '@kontor/contract/lib/http/about'
import { type ApiKey, apiKeyList, apiKeys } from '@kontor/contract/users/keys'
import { useTranslations } from 'use-intl'
import type { RecordDialogProps } from '../../../components/data-table/list-page/listPageProps.ts'
import { FormDialog } from '../../../components/form/FormDialog.tsx'
import { SelectField } from '../../../components/form/fields/choices.tsx'
import { TextField } from '../../../components/form/fields/fields.tsx'
import type { FormRow, Values } from '../../../components/form/recordForm.ts'
import { DayField } from '../../../components/resource/DayField.tsx'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import type { MadeKey } from './KeyMade.tsx'
import { KeyPermissions } from './KeyPermissions.tsx'

const newKey: Values = { role: LEAST_ROLE, rights: null }

const isMade = (row: FormRow): row is MadeKey => 'token' in row

interface KeyDialogProps extends RecordDialogProps<ApiKey> {
  onMade: (made: MadeKey) => void
}

/**
 * Creates a key, or renames one: permissions cannot be changed later, so that no client changes
 * unnoticed.
 */
export function KeyDialog({ row, onMade, onClose }: KeyDialogProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const shown = (made: FormRow) => isMade(made) && onMade(made)
  return (
    <FormDialog
      feature="apiKeys"
      row={row}
      routes={apiKeys}
      list={apiKeyList}
      {...(!row && { start: newKey, width: 640, onReply: shown })}
      subtitle={row?.name}
      onClose={onClose}
    >
      <TextField name="name" help={t('keys.name_help')} />
      {!row && (
        <>
          <SelectField
            name="role"
            help={t('keys.role_help')}
            options={roles.map((value) => ({ value, label: roleLabels[value][locale] }))}
          />
          <KeyPermissions />
          <DayField name="ends_on" help={t('keys.ends_help')} />
        </>
      )}
    </FormDialog>
  )
}

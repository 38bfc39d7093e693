import { LEAST_ROLE, roleLabels, roles } from '@kontor/contract/kit/api/about'
import { type ApiKey, apiKeyList, apiKeys } from '@kontor/contract/users/keys'
import { SelectField } from '../../../kit/fields/choices.tsx'
import { TextField } from '../../../kit/fields/fields.tsx'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import type { FormRow, Values } from '../../../kit/form/recordForm.ts'
import type { RecordDialogProps } from '../../../kit/list/useListPage.ts'
import { DayField } from '../../../kit/resource/DayField.tsx'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import type { MadeKey } from './KeyMade.tsx'
import { KeyRights } from './KeyRights.tsx'

const newKey: Values = { role: LEAST_ROLE, rights: null }

const isMade = (row: FormRow): row is MadeKey => 'token' in row

interface KeyDialogProps extends RecordDialogProps<ApiKey> {
  onMade: (made: MadeKey) => void
}

/** Makes a key, or gives one another name: what it may do is said once, so that nobody's program changes unseen. */
export function KeyDialog({ row, onMade, onClose }: KeyDialogProps) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const shown = (made: FormRow) => isMade(made) && onMade(made)
  return (
    <FormDialog
      feature="apiKeys"
      row={row}
      routes={apiKeys}
      list={apiKeyList}
      {...(!row && { start: newKey, width: 640, onReply: shown })}
      about={row?.name}
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
          <KeyRights />
          <DayField name="ends_on" help={t('keys.ends_help')} />
        </>
      )}
    </FormDialog>
  )
}

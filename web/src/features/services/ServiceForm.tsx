import { services } from '@kontor/contract/resources/services'
import { serviceTemplates } from '@kontor/contract/services'
import { useRef } from 'react'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import type { ListRow } from '../../components/data-table/listRow.ts'
import type { FormRecord } from '../../components/form/recordForm.ts'
import { ResourceForm } from '../../components/resource/RecordDialogs.tsx'
import { useApiMutation } from '../../lib/api/useApiMutation.ts'
import { type ChosenTemplate, TemplateField } from './TemplateField.tsx'

const NOTHING_CHOSEN = { template_file: null }

/** The form of a service; its template is uploaded after the service has been saved. */
export function ServiceForm({ row, onClose }: RecordDialogProps<ListRow>) {
  const chosen = useRef<ChosenTemplate>(null)
  const save = useApiMutation(serviceTemplates.save)
  const remove = useApiMutation(serviceTemplates.remove)
  const follow = ({ id, version }: FormRecord) => {
    const params = { id: String(id) }
    const file = chosen.current
    if (file instanceof File) save.mutate({ params, form: { version: String(version) }, files: { file } })
    else if (file === 'none') remove.mutate({ params, body: { version } })
  }
  return (
    <ResourceForm
      resource={services}
      row={row}
      initialValues={NOTHING_CHOSEN}
      onSaved={follow}
      onClose={onClose}
    >
      <TemplateField
        name="template_file"
        row={row}
        onChoose={(file) => {
          chosen.current = file
        }}
      />
    </ResourceForm>
  )
}

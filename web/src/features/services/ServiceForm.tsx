import { services } from '@kontor/contract/resources/services'
import { serviceTemplates } from '@kontor/contract/services'
import { useRef } from 'react'
import type { FormRow } from '../../kit/form/recordForm.ts'
import type { RecordDialogProps } from '../../kit/list/useListPage.ts'
import type { ListRow } from '../../kit/list/wholeList.ts'
import { useAct } from '../../kit/net/useAct.ts'
import { ResourceForm } from '../../kit/resource/RecordDialogs.tsx'
import { type ChosenTemplate, TemplateField } from './TemplateField.tsx'

const NOTHING_CHOSEN = { template_file: null }

/** A service with its template, which follows when the service has been saved. */
export function ServiceForm({ row, onClose }: RecordDialogProps<ListRow>) {
  const chosen = useRef<ChosenTemplate>(null)
  const save = useAct(serviceTemplates.save)
  const remove = useAct(serviceTemplates.remove)
  const follow = ({ id, version }: FormRow) => {
    const params = { id: String(id) }
    const file = chosen.current
    if (file instanceof File) save.mutate({ params, form: { version: String(version) }, files: { file } })
    else if (file === 'none') remove.mutate({ params, body: { version } })
  }
  return (
    <ResourceForm resource={services} row={row} start={NOTHING_CHOSEN} onReply={follow} onClose={onClose}>
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

import { MAX_TEMPLATE_BYTES, serviceTemplates } from '@kontor/contract/services'
import { Input } from '@mantine/core'
import { IconDownload, IconTrash, IconUpload } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import type { ListRow } from '../../components/data-table/listRow.ts'
import { type FieldProps, useField } from '../../components/form/FormContext.ts'
import { dropTarget, FileButton } from '../../components/ui/FileButton.tsx'
import { IconButton } from '../../components/ui/IconButton.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { download } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import classes from './TemplateField.module.css'

/** The change of the template: a new file, removal, or null for no change. */
export type ChosenTemplate = File | 'none' | null

interface TemplateFieldProps extends FieldProps {
  row: ListRow | null
  onChoose: (file: ChosenTemplate) => void
}

/**
 * The template of a service: choose or drop, replace, remove, download. The server checks the file's
 * content.
 */
export function TemplateField(props: TemplateFieldProps) {
  const t = useTranslations()
  const id = useId()
  const { row } = props
  const { shown, canSave, nothing, take, remove } = useTemplate(props)
  return (
    <Input.Wrapper id={id} label={t('services.template')}>
      <fieldset aria-label={t('services.template')} className={classes.template} {...dropTarget(take)}>
        <FileButton
          id={id}
          accept=".docx"
          variant="default"
          leftSection={<IconUpload size={16} />}
          aria-describedby={`${id}-file`}
          onChoose={take}
        >
          {t(shown ? 'services.replace' : 'services.choose')}
        </FileButton>
        {row && canSave && (
          <IconButton
            icon={IconDownload}
            label={t('services.download')}
            onClick={() => saveTemplate(row.id)}
          />
        )}
        {shown && <IconButton icon={IconTrash} label={t('services.remove')} onClick={remove} />}
        <span id={`${id}-file`}>{shown ?? nothing}</span>
      </fieldset>
    </Input.Wrapper>
  )
}

/** The state of the field and its actions. */
function useTemplate({ row, onChoose, ...props }: TemplateFieldProps) {
  const t = useTranslations()
  const { bytes } = useFormat()
  const { value, set } = useField(props)
  const saved = templateOf(row)
  const file = value instanceof File ? value : null
  const max = bytes(MAX_TEMPLATE_BYTES)
  const choose = (next: ChosenTemplate) => {
    set(next)
    onChoose(next)
  }
  const current = value === 'none' ? null : saved
  return {
    shown: file ? `${file.name}, ${bytes(file.size)}` : current,
    canSave: current !== null && !file,
    nothing: value === 'none' ? t('services.removed') : t('services.none', { max }),
    take(next: File | undefined) {
      if (!next) return
      if (!/\.docx$/i.test(next.name)) notify.error('validation.docx')
      else if (next.size > MAX_TEMPLATE_BYTES) notify.error(t('services.large', { max }))
      else choose(next)
    },
    remove: () => choose(saved ? 'none' : null),
  }
}

/** The file name of a service's template; TypeScript cannot infer it for a generic row. */
export const templateOf = (row: ListRow | null) =>
  row && 'template' in row && typeof row.template === 'string' ? row.template : null

/** Downloads the template of a service under its own name. */
export const saveTemplate = (id: number) =>
  void download(serviceTemplates.download, { params: { id: String(id) } }).catch((error) =>
    shownError.show(error),
  )

import { type CatalogueNode, catalogue, catalogueNodeList } from '@kontor/contract/catalogue'
import { NativeSelect } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useFormField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import type { Values } from '../../components/form/recordForm.ts'
import type { NodeFormProps } from '../../components/tree/page/treePageProps.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'

const initialValues: Values = {}
/** Fields of the documented API that the form does not edit. */
const without = ['catalogue', 'has_children']

/** Adds or edits a category. */
export function CategoryDialog({ node, parent, onClose, onSaved }: NodeFormProps<CatalogueNode>) {
  const t = useTranslations()
  return (
    <FormDialog
      feature="catalogue"
      row={node}
      routes={catalogue}
      list={catalogueNodeList}
      start={node ? initialValues : { categories: [], catalogue_id: parent }}
      without={without}
      subtitle={node?.name}
      onReply={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      {!node && parent && <ParentField parent={parent} />}
      <TextField name="name" />
      <TextArea name="description" />
      <ReferenceSelect name="categories" to="categories" many help={t('catalogue.categories_help')} />
    </FormDialog>
  )
}

/** The parent category, or the root. */
function ParentField({ parent }: { parent: CatalogueNode }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { value, set } = useFormField('catalogue_id')
  return (
    <NativeSelect
      label={catalogueNodeList.columns.catalogue_id.label[locale]}
      value={value ? 'in' : 'top'}
      onChange={({ target }) => set(target.value === 'in' ? parent : null)}
      data={[
        { value: 'in', label: parent.name },
        { value: 'top', label: t('tree.top') },
      ]}
    />
  )
}

import type { FieldErrors } from '@kontor/contract/lib/http/errors'
import type { RequestInput } from '@kontor/contract/lib/http/route'
import { type SupportNode, supportList, technicalSupport } from '@kontor/contract/technicalSupport'
import { type Icon, IconFile, IconFolder, IconLink, IconStack2 } from '@tabler/icons-react'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { useFormField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { SelectField } from '../../components/form/fields/choices.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import type { Values } from '../../components/form/recordForm.ts'
import type { NodeFormProps } from '../../components/tree/page/treePageProps.ts'
import { DocumentField } from './DocumentField.tsx'
import classes from './NodeDialog.module.css'
import { useUploads } from './upload/useUploads.ts'

/** A new node is a folder by default, a new item a file. */
const newValues: Values = { is_item: 'false', kind: 'file', categories: [] }
const unsentValues: Values = { file: null }

/** Required fields of an item. */
const check = ({ is_item, kind, file, link }: Values): FieldErrors => {
  if (String(is_item) !== 'true') return {}
  if (kind === 'file' && !file) return { file: ['validation.file_validation'] }
  if (kind === 'link' && !String(link ?? '').trim()) return { link: ['validation.url_pattern_validation'] }
  return {}
}
const checkSaved = ({ link }: Values): FieldErrors =>
  link === '' ? { link: ['validation.url_pattern_validation'] } : {}

/** Adds or edits a folder, a file or a link. */
export function NodeDialog({ node, parent, onClose, onSaved }: NodeFormProps<SupportNode>) {
  const { add } = useUploads()
  const isLink = node?.is_item && !node.is_file
  /** A large upload continues in the background, and the dialog closes. */
  const submitUpload = (input: RequestInput<typeof technicalSupport.create>) =>
    !node && add(input, (id) => isFocusInTree() && onSaved(id))
  return (
    <FormDialog
      row={node}
      routes={technicalSupport}
      list={supportList}
      initialValues={node ? unsentValues : { ...newValues, technical_support_id: String(parent?.id ?? '') }}
      omittedFields={node ? (isLink ? ['is_item'] : ['is_item', 'link']) : []}
      check={node ? checkSaved : check}
      subtitle={node?.name}
      interceptSubmit={submitUpload}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      {!node && <ParentField parent={parent} />}
      {!node && <What />}
      <TextField name="name" />
      {node ? <SavedFields node={node} /> : <OwnFields />}
      <TextArea name="description" />
      <Categories />
    </FormDialog>
  )
}

/**
 * Whether the focus is in the tree or nowhere: an upload that ends later does not move the focus
 * otherwise.
 */
const isFocusInTree = () => {
  const { activeElement, body } = document
  return activeElement === body || activeElement?.closest('[role=tree]') != null
}

function ParentField({ parent }: { parent: SupportNode | null }) {
  const t = useTranslations()
  if (!parent) return null
  const options = [
    { value: String(parent.id), label: parent.name },
    { value: '', label: t('support.place_top') },
  ]
  return <SelectField name="technical_support_id" options={options} />
}

/** Folder or item, and for an item file or link. */
function What() {
  const t = useTranslations()
  const item = useFormField('is_item')
  const kind = useFormField('kind')
  const link = useFormField('link')
  const file = useFormField('file')
  const choose = (name: string) => {
    kind.set(name)
    if (name === 'file') link.set('')
    else file.set(null)
  }
  const turn = (is_item: string) => {
    item.set(is_item)
    link.set('')
    file.set(null)
  }
  return (
    <>
      <Choice
        label={t('support.what')}
        value={String(item.value)}
        options={[
          { value: 'false', label: t('support.folder'), icon: IconFolder },
          { value: 'true', label: t('support.item'), icon: IconStack2 },
        ]}
        onChoose={turn}
      />
      {String(item.value) === 'true' && (
        <Choice
          label={t('support.kind')}
          value={String(kind.value)}
          options={[
            { value: 'file', label: t('support.file'), icon: IconFile },
            { value: 'link', label: t('support.link'), icon: IconLink },
          ]}
          onChoose={choose}
        />
      )}
    </>
  )
}

interface ChoiceProps {
  label: string
  value: string
  options: readonly { value: string; label: string; icon: Icon }[]
  onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  const name = useId()
  return (
    <fieldset className={classes.choice}>
      <legend>{label}</legend>
      <div>
        {options.map(({ icon: Icon, ...option }) => (
          <label key={option.value}>
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onChange={() => onChoose(option.value)}
            />
            <Icon size={16} aria-hidden />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The file or URL of a new item. */
function OwnFields() {
  const t = useTranslations()
  const isItem = String(useFormField('is_item').value) === 'true'
  const kind = useFormField('kind').value
  if (!isItem) return null
  if (kind === 'file') return <DocumentField name="file" required />
  return <TextField name="link" required help={t('support.link_help')} />
}

function SavedFields({ node }: { node: SupportNode }) {
  const t = useTranslations()
  if (!node.is_item) return null
  if (node.is_file) return <DocumentField name="file" />
  return <TextField name="link" required help={t('support.link_help')} />
}

function Categories() {
  const t = useTranslations()
  return <ReferenceSelect name="categories" to="categories" many help={t('support.categories_help')} />
}

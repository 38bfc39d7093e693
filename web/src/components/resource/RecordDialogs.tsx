import type { RecordList } from '@kontor/contract/lib/lists/record-list'
import { columnsOf, listOf } from '@kontor/contract/lib/resources/columns'
import { type Fields, labelledFields } from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { RecordDialogProps } from '../data-table/list-page/listPageProps.ts'
import type { ListRow } from '../data-table/listRow.ts'
import { DetailsDialog } from '../form/DetailsDialog.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { rowName } from './columns.ts'
import { Field } from './Field.tsx'

interface Of {
  resource: Resource
}

interface FormOf
  extends Of,
    RecordDialogProps<ListRow>,
    Partial<Pick<ComponentProps<typeof FormDialog>, 'initialValues' | 'onSaved' | 'children'>> {
  /** Id of a fixed parent record: sent, and not shown as a field. */
  parent?: number | undefined
}

/** The form of a record: the declared fields in order, then `children`. */
export const ResourceForm = ({ resource, parent, children, ...props }: FormOf) => (
  <FormDialog
    routes={routesOf(resource)}
    list={listOf(resource)}
    fields={labelledFields(resource.fields)}
    {...(resource.parent && parent !== undefined && { initialValues: { [resource.parent]: parent } })}
    {...props}
  >
    {Object.keys(labelledFields(resource.fields))
      .filter((name) => parent === undefined || name !== resource.parent)
      .map((name) => (
        <Field key={name} name={name} />
      ))}
    {children}
  </FormDialog>
)

interface DetailsProps {
  row: ListRow
  onClose: () => void
  children?: ReactNode
}

/** A read-only dialog of a record: all its fields, including those that the list omits. */
export function ResourceDetails({ resource, row, onClose, children }: Of & DetailsProps) {
  const [list, fields] = useMemo(() => {
    const list: RecordList = listOf(resource)
    const all = { ...columnsOf(listed(resource.fields)), ...list.columns }
    return [{ ...list, columns: all }, Object.keys(all).map((key) => ({ key }))]
  }, [resource])
  return (
    <DetailsDialog row={row} list={list} fields={fields} onClose={onClose} subtitle={rowName(resource, row)}>
      {children}
    </DetailsDialog>
  )
}

/** Fields without the mark that keeps them out of lists. */
const listed = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { unlisted: _every, ...shown } = field
      return [name, shown]
    }),
  )

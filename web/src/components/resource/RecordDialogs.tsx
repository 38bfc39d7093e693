import type { ListDefinition } from '@kontor/contract/lib/lists/list'
import { columnsOf, listOf } from '@kontor/contract/lib/resources/columns'
import { type Fields, labelledFields } from '@kontor/contract/lib/resources/fields'
import type { Resource } from '@kontor/contract/lib/resources/resource'
import { routesOf } from '@kontor/contract/lib/resources/routes'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import type { RecordDialogProps } from '../data-table/list-page/listPageProps.ts'
import type { ListRow } from '../data-table/list-page/wholeList.ts'
import { DetailsDialog } from '../form/DetailsDialog.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import { nameOf } from './columns.ts'
import { Field } from './Field.tsx'

interface Of {
  resource: Resource
}

interface FormOf
  extends Of,
    RecordDialogProps<ListRow>,
    Partial<Pick<ComponentProps<typeof FormDialog>, 'start' | 'onReply' | 'children'>> {
  /** The record that it belongs to, where that is settled: it is sent and not asked for. */
  parent?: number | undefined
}

/** The form of a record: the declared fields in their order, and below them what else it has. */
export const ResourceForm = ({ resource, parent, children, ...props }: FormOf) => (
  <FormDialog
    feature={resource}
    routes={routesOf(resource)}
    list={listOf(resource)}
    fields={labelledFields(resource.fields)}
    {...(resource.parent && parent !== undefined && { start: { [resource.parent]: parent } })}
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

/** A record to read: all its fields, also those that the list leaves out. */
export function ResourceDetails({ resource, row, onClose, children }: Of & DetailsProps) {
  const [list, fields] = useMemo(() => {
    const list: ListDefinition = listOf(resource)
    const all = { ...columnsOf(listed(resource.fields)), ...list.columns }
    return [{ ...list, columns: all }, Object.keys(all).map((key) => ({ key }))]
  }, [resource])
  return (
    <DetailsDialog {...{ feature: resource, row, list, fields, onClose }} about={nameOf(resource, row)}>
      {children}
    </DetailsDialog>
  )
}

/** The same fields, each of them listed. */
const listed = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      const { unlisted: _every, ...shown } = field
      return [name, shown]
    }),
  )

import type { ListDefinition } from '@kontor/contract/kit/list/list'
import { columnsOf, listOf } from '@kontor/contract/kit/resource/columns'
import type { Fields } from '@kontor/contract/kit/resource/fields'
import type { Resource } from '@kontor/contract/kit/resource/resource'
import { routesOf } from '@kontor/contract/kit/resource/routes'
import { useMemo } from 'react'
import { DetailsDialog } from '../form/DetailsDialog.tsx'
import { FormDialog } from '../form/FormDialog.tsx'
import type { RecordDialogProps } from '../list/useListPage.ts'
import type { ListRow } from '../list/wholeList.ts'
import { Field } from './Field.tsx'

interface Of {
  resource: Resource
}

/** The form of a record: the declared fields in their order. */
export const ResourceForm = ({ resource, ...props }: Of & RecordDialogProps<ListRow>) => (
  <FormDialog
    feature={resource}
    routes={routesOf(resource)}
    list={listOf(resource)}
    fields={resource.fields}
    {...props}
  >
    {Object.keys(resource.fields).map((name) => (
      <Field key={name} name={name} />
    ))}
  </FormDialog>
)

/** A record to read: all its fields, also those that the list leaves out. */
export function ResourceDetails({ resource, row, onClose }: Of & { row: ListRow; onClose: () => void }) {
  const [list, fields] = useMemo(() => {
    const list: ListDefinition = listOf(resource)
    const all = { ...columnsOf(listed(resource.fields)), ...list.columns }
    return [{ ...list, columns: all }, Object.keys(all).map((key) => ({ key }))]
  }, [resource])
  return (
    <DetailsDialog
      {...{ feature: resource, row, list, fields, onClose }}
      about={row.name ?? String(row.id)}
    />
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

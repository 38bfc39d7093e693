import { booleanOptions } from '../imports/columns.ts'
import { activeLabels, type Column, commonColumns, list } from '../lists/list.ts'
import type { RecordList } from '../lists/record-list.ts'
import { type Field, type Fields, shownName } from './fields.ts'
import type { ColumnName, FieldColumn, Resource } from './resource.ts'

const listByResource = new WeakMap<object, RecordList>()

/** The list of a resource: its number if it has one, its fields in order, and whether a record is active. */
export function listOf<R extends Resource>(resource: R): RecordList<ColumnName<R['fields']>> {
  const definition = listByResource.get(resource) ?? makeList(resource)
  listByResource.set(resource, definition)
  return definition as RecordList<ColumnName<R['fields']>> // a column has the shown name of its field
}

function makeList({ name, labels, fields, gender, numbered, sort, group }: Resource): RecordList {
  const columns = {
    ...(numbered && { id: commonColumns.id }),
    ...columnsOf(fields),
    is_active: commonColumns.is_active,
  }
  return {
    ...list<string>({
      gender,
      columns,
      search: searchedOf(fields),
      sort,
      ...(group === undefined && { fills: true }), // the documents specify a page size for the others
    }),
    name,
    labels,
  }
}

/** The list columns of fields. */
export const columnsOf = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries<Field>(fields)
      .filter(([, field]) => !field.unlisted)
      .map(([name, field]) => [
        shownName(name, field),
        { ...columnOf(field), ...(field.optional && { optional: true }) },
      ]),
  ) as Record<FieldColumn<F>, Column> // a column has the shown name of its field

/** The columns that a list's search covers. */
export const searchedOf = <const F extends Fields>(fields: F) =>
  Object.entries<Field>(fields)
    .filter(([, { searched }]) => searched)
    .map(([name, field]) => shownName(name, field) as FieldColumn<F>) // see above

/** The columns of a resource's table by name, as the history stores them. */
export const storedColumns = (resource: Resource): Record<string, Column> => ({
  ...ownColumns(resource.fields),
  is_active: { ...commonColumns.is_active, label: activeLabels[resource.gender] },
})

/** As {@link storedColumns}, for fields alone. */
export const ownColumns = (fields: Fields): Record<string, Column> =>
  Object.fromEntries(Object.entries<Field>(fields).map(([name, field]) => [name, columnOf(field)]))

/** The list column of a field. */
function columnOf(field: Field): Column {
  const { label } = field
  switch (field.kind) {
    case 'choice':
      return { label, filter: 'choice', options: field.options }
    case 'flag':
      return { label, filter: 'flag', options: field.words ? flagOptions(field.words) : booleanOptions }
    case 'day':
      return { label, filter: 'day', day: true }
    case 'money':
    case 'moneyOrPercent':
      return { label, filter: 'number', money: true }
    case 'percent':
      return { label, filter: 'number', percent: true }
    case 'decimal':
    case 'count':
      return { label, filter: 'number' }
    case 'text':
      return { label, filter: 'text', ...(field.compact && { compact: true }) }
    default:
      return { label, filter: 'text' }
  }
}

const flagOptions = ({ yes, no }: { yes: Column['label']; no: Column['label'] }) => [
  { value: 'true', label: yes },
  { value: 'false', label: no },
]

import { type Column, commonColumns, type ListDefinition, list } from '../lists/list.ts'
import { type Field, type Fields, shownName } from './fields.ts'
import type { ColumnName, FieldColumn, Resource } from './resource.ts'

const made = new WeakMap<object, ListDefinition>()

/** The list of a resource: its number if it has one, its fields in their order, and whether a record is active. */
export function listOf<R extends Resource>(resource: R): ListDefinition<ColumnName<R['fields']>> {
  const definition = made.get(resource) ?? makeList(resource)
  made.set(resource, definition)
  return definition as ListDefinition<ColumnName<R['fields']>> // a column is called as its field is shown
}

function makeList({ fields, labels: words, numbered, sort, group }: Resource): ListDefinition {
  return list<string>({
    columns: {
      ...(numbered && { id: commonColumns.id }),
      ...columnsOf(fields),
      is_active: activeColumn(words),
    },
    search: searchedOf(fields),
    sort,
    ...(group === undefined && { fills: true }), // the documents know the others
  })
}

/** The columns of a list that show fields. */
export const columnsOf = <const F extends Fields>(fields: F) =>
  Object.fromEntries(
    Object.entries<Field>(fields)
      .filter(([, field]) => !field.unlisted)
      .map(([name, field]) => [shownName(name, field), columnOf(field)]),
  ) as Record<FieldColumn<F>, Column> // a column is called as its field is shown

/** The columns that a list's search looks into. */
export const searchedOf = <const F extends Fields>(fields: F) =>
  Object.entries<Field>(fields)
    .filter(([, { searched }]) => searched)
    .map(([name, field]) => shownName(name, field) as FieldColumn<F>) // see above

/** The columns of a resource's table by their own names, as the history stores them. */
export const storedColumns = (resource: Resource): Record<string, Column> => ({
  ...ownColumns(resource.fields),
  is_active: activeColumn(resource.labels),
})

/** The same of fields alone. */
export const ownColumns = (fields: Fields): Record<string, Column> =>
  Object.fromEntries(Object.entries<Field>(fields).map(([name, field]) => [name, columnOf(field)]))

const activeColumn = (words: Resource['labels']): Column => ({
  ...commonColumns.is_active,
  label: { cnr: words.cnr.active, en: words.en.active },
})

/** The column that shows a field. */
function columnOf(field: Field): Column {
  const { label } = field
  switch (field.kind) {
    case 'choice':
      return { label, filter: 'choice', options: field.options }
    case 'flag':
      return { label, filter: 'flag', ...(field.words && { options: flagOptions(field.words) }) }
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

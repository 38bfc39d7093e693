import { useFormField } from '../FormContext.ts'

/** A record as a form value. */
export interface PickedRecord {
  id: number
  name: string
  is_active?: boolean
}

export const NONE: readonly PickedRecord[] = []

/** The records in the value of a multi-record field. */
export const chosenOf = (value: unknown) => (Array.isArray(value) ? (value as readonly PickedRecord[]) : NONE) // set by the field or by startValues

/** The record in the value of a field for one; undefined when it is empty. */
export const pickedRecordOf = (value: unknown) => (value ? (value as PickedRecord) : undefined) // set by the field or by startValues

/** The texts in the value of a field for several, such as days. */
export const textsOf = (value: unknown) => (Array.isArray(value) ? (value as readonly string[]) : []) // set by the field or by startValues

/** The chosen records of a field, for components that depend on it. */
export function useChosen(name: string) {
  const { value, set } = useFormField(name)
  const chosen = chosenOf(value)
  return { ids: chosen.map(({ id }) => id), clear: () => set([]) }
}

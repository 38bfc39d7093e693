import { useFormField } from '../FormContext.ts'

/** A record as a form holds it. */
export interface Choice {
  id: number
  name: string
}

export const NONE: readonly Choice[] = []

/** The records in a value of a form's field for several. */
export const chosenOf = (value: unknown) => (Array.isArray(value) ? (value as readonly Choice[]) : NONE) // set by the field or by startValues

/** Several chosen records of the form around it, for what goes with their field. */
export function useChosen(name: string) {
  const { value, set } = useFormField(name)
  const chosen = chosenOf(value)
  return { ids: chosen.map(({ id }) => id), clear: () => set([]) }
}

import { useFormField } from '../form/FormContext.ts'

/** A record as a form holds it. */
export interface Choice {
  id: number
  name: string
}

export const NONE: readonly Choice[] = []

/** Several chosen records of the form around it, for what goes with their field. */
export function useChosen(name: string) {
  const { value, set } = useFormField(name)
  const chosen = Array.isArray(value) ? (value as Choice[]) : NONE // set by the field or by startValues
  return { ids: chosen.map(({ id }) => id), clear: () => set([]) }
}

// pick: records of other resources, chosen in a dialog. Also entered at ChosenInput.tsx, Picker.tsx (the dialog) and
// pickers.ts (which resources can be picked).
import { type ComponentType, Suspense, use, useState } from 'react'
import { type FieldProps, useField } from '../form/FormContext.ts'
import { type Choice, ChosenInput, EmptyChoice } from './ChosenInput.tsx'
import { type Pickable, type PickerDialogProps, PickersContext } from './pickers.ts'

interface PickFieldProps extends FieldProps {
  picker: ComponentType<PickerDialogProps>
  /** Several instead of one. */
  many?: boolean
}

const NONE: readonly Choice[] = []
/** Of thousands the first ones are shown: nobody reads on, and the line ends long before. */
const SHOWN = 100

/** A field whose records are chosen in a dialog; it shows their names. */
export function PickField({ picker: Picker, many = false, ...props }: PickFieldProps) {
  const { required, value, set } = useField(props)
  const [open, setOpen] = useState(false)
  // Set here or by startValues; nothing chosen is null or the empty text.
  const chosen = many ? ((value || NONE) as readonly Choice[]) : value ? [value as Choice] : NONE
  const pick = (picked: Choice[]) => {
    const choices = picked.map(({ id, name }) => ({ id, name }))
    if (many) set(choices)
    else if (choices[0]) set(choices[0])
  }
  return (
    <>
      <ChosenInput
        {...props}
        shown={chosen
          .slice(0, SHOWN)
          .map(({ name }) => name)
          .join('; ')}
        onOpen={() => setOpen(true)}
      >
        {!many && chosen.length > 0 && !required && <EmptyChoice onClick={() => set(null)} />}
      </ChosenInput>
      {open && (
        <Suspense fallback={null}>
          <Picker single={!many} first={chosen} onPick={pick} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface ReferenceSelectProps extends FieldProps {
  /** The resource whose active records are offered. */
  to: keyof Pickable
  many?: boolean
}

/** A field that refers to records of another resource. */
export function ReferenceSelect({ to, ...props }: ReferenceSelectProps) {
  const picker = use(PickersContext)[to]
  if (!picker) throw new Error(`nothing picks from ${to}`)
  return <PickField {...props} picker={picker} />
}

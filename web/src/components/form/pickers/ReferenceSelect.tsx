// Fields for records of other resources.
import { type ComponentType, use, useState } from 'react'
import { type FieldProps, useField } from '../FormContext.ts'
import { NONE, type PickedRecord } from './chosen.ts'
import { PickInput } from './PickInput.tsx'
import { type Pickable, type PickerDialogProps, PickersContext } from './pickers.ts'
import { usePickTyping } from './usePickTyping.ts'

interface PickFieldProps extends FieldProps {
  picker: ComponentType<PickerDialogProps>
  /** Several records instead of one. */
  many?: boolean
}

/** A field for records: typing suggests some, 'browse' opens the whole list. */
export function PickField({ picker: Picker, many = false, ...props }: PickFieldProps) {
  const field = useField(props)
  const [isBrowsing, setBrowsing] = useState(false)
  const { value, set } = field
  // Set here or by startValues; no record is null or the empty string.
  const chosen = many ? ((value || NONE) as readonly PickedRecord[]) : value ? [value as PickedRecord] : NONE
  const choose = (choices: readonly PickedRecord[]) => {
    const plainChoices = choices.map(({ id, name, is_active }) => ({
      id,
      name,
      ...(is_active === false && { is_active }),
    }))
    if (many) set(plainChoices)
    else set(plainChoices[0] ?? null)
  }
  const canEmpty = many || !field.required
  const typing = usePickTyping({ chosen, many, canEmpty, choose, isLocked: props.readOnly === true })
  return (
    <>
      <PickInput
        name={props.name}
        field={field}
        chosen={chosen}
        many={many}
        typing={typing}
        canEmpty={canEmpty}
        onChoose={choose}
      />
      {typing.isOpen && (
        <Picker
          single={!many}
          first={chosen}
          onPick={([choice]) => choice && typing.take(choice)}
          onClose={typing.close}
          typing={{
            ...typing,
            onBrowse: () => {
              typing.close()
              setBrowsing(true)
            },
          }}
        />
      )}
      {isBrowsing && (
        <Picker
          single={!many}
          first={chosen}
          onPick={(choices) => (many || choices[0]) && choose(choices)}
          onClose={() => setBrowsing(false)}
        />
      )}
    </>
  )
}

interface ReferenceSelectProps extends FieldProps {
  /** The resource whose active records can be chosen. */
  to: keyof Pickable
  many?: boolean
}

/** A field that references records of another resource. */
export function ReferenceSelect({ to, ...props }: ReferenceSelectProps) {
  const picker = use(PickersContext)[to]
  if (!picker) throw new Error(`nothing picks from ${to}`)
  return <PickField {...props} picker={picker} />
}

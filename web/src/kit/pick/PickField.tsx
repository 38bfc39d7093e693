// pick: a record is picked from a list of its own. Also entered at Picker.tsx (that list), useConfirmCall.ts.
import { TextInput } from '@mantine/core'
import { IconSelector, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { underField } from '../form/FieldMessage.tsx'
import { type FieldProps, useField, useFormField } from '../form/FormContext.ts'
import { IconButton } from '../look/IconButton.tsx'

/** A record as a form holds it. */
export interface Choice {
  id: number
  name: string
}

/** What the dialog that chooses gets. */
export interface PickerDialogProps {
  /** What is chosen so far. */
  first: readonly Choice[]
  onChoose: (choice: Choice) => void
  onClose: () => void
}

const NONE: readonly Choice[] = []

interface PickFieldProps extends FieldProps {
  picker: (props: PickerDialogProps) => ReactNode
}

/** A record chosen in a dialog; the input shows its name and opens the dialog by click, Enter or Space. */
export function PickField({ picker: Picker, ...props }: PickFieldProps) {
  const t = useTranslations()
  const { required, value, set } = useField(props)
  const [open, setOpen] = useState(false)
  const chosen = value && typeof value === 'object' ? (value as Choice) : null // set here or by startValues
  return (
    <>
      <ChosenInput {...props} shown={chosen?.name ?? ''} onOpen={() => setOpen(true)}>
        {chosen && !required && (
          <IconButton size="small" icon={IconX} label={t('form.empty_choice')} onClick={() => set(null)} />
        )}
      </ChosenInput>
      {open && <Picker first={chosen ? [chosen] : NONE} onChoose={set} onClose={() => setOpen(false)} />}
    </>
  )
}

/** What the dialog that chooses several gets. */
export interface PickerManyDialogProps {
  first: readonly Choice[]
  onChoose: (choices: Choice[]) => void
  onClose: () => void
}

interface PickManyFieldProps extends FieldProps {
  picker: (props: PickerManyDialogProps) => ReactNode
}

/** Several records chosen in a dialog; the input shows their names. */
export function PickManyField({ picker: Picker, ...props }: PickManyFieldProps) {
  const { value, set } = useField(props)
  const [open, setOpen] = useState(false)
  const chosen = Array.isArray(value) ? (value as Choice[]) : NONE // set here or by startValues
  const choose = (choices: Choice[]) => set(choices.map(({ id, name }) => ({ id, name })))
  return (
    <>
      <ChosenInput
        {...props}
        shown={chosen.map(({ name }) => name).join('; ')}
        onOpen={() => setOpen(true)}
      />
      {open && <Picker first={chosen} onChoose={choose} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Several chosen records of the form around it, for what goes with their field. */
export function useChosen(name: string) {
  const { value, set } = useFormField(name)
  const chosen = Array.isArray(value) ? (value as Choice[]) : NONE // set by the field or by startValues
  return { ids: chosen.map(({ id }) => id), clear: () => set([]) }
}

interface ChosenInputProps extends FieldProps {
  shown: string
  onOpen: () => void
  /** At the right, instead of the sign that there is a choice. */
  children?: ReactNode
}

/** An input that is not typed into: it shows what is chosen and opens the choice. */
function ChosenInput({ shown, onOpen, children, ...props }: ChosenInputProps) {
  const t = useTranslations()
  const { label, required, error } = useField(props)
  return (
    <TextInput
      name={props.name}
      label={label}
      required={required}
      readOnly
      pointer
      value={shown}
      title={shown}
      placeholder={t('form.choose')}
      onClick={onOpen}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ' && event.key !== 'ArrowDown') return
        event.preventDefault()
        onOpen()
      }}
      aria-haspopup="dialog"
      rightSection={children || <IconSelector size={16} stroke={1.6} aria-hidden />}
      {...underField(error, props.help)}
    />
  )
}

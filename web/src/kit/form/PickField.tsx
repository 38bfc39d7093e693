import { TextInput } from '@mantine/core'
import { IconSelector, IconX } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../IconButton.tsx'
import { underField } from './FieldMessage.tsx'
import { type FieldProps, useField } from './FormContext.ts'

/** A record as a form holds it. */
export interface Choice {
  id: number
  name: string
}

/** What the dialog that chooses gets. */
export interface PickerDialogProps {
  onChoose: (choice: Choice) => void
  onClose: () => void
}

interface PickFieldProps extends FieldProps {
  picker: (props: PickerDialogProps) => ReactNode
}

/** A record chosen in a dialog; the input shows its name and opens the dialog by click, Enter or Space. */
export function PickField({ picker: Picker, ...props }: PickFieldProps) {
  const t = useTranslations()
  const { label, required, error, value, set } = useField(props)
  const [open, setOpen] = useState(false)
  const chosen = value && typeof value === 'object' ? (value as Choice) : null // set here or by startValues
  return (
    <>
      <TextInput
        name={props.name}
        label={label}
        required={required}
        readOnly
        pointer
        value={chosen?.name ?? ''}
        placeholder={t('form.choose')}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== ' ' && event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
        aria-haspopup="dialog"
        rightSection={
          chosen && !required ? (
            <IconButton size="small" icon={IconX} label={t('form.empty_choice')} onClick={() => set(null)} />
          ) : (
            <IconSelector size={16} stroke={1.6} aria-hidden />
          )
        }
        {...underField(error, props.help)}
      />
      {open && <Picker onChoose={set} onClose={() => setOpen(false)} />}
    </>
  )
}

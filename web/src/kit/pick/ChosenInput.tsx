import { TextInput } from '@mantine/core'
import { IconSelector, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { underField } from '../form/FieldMessage.tsx'
import { type FieldProps, useField, useFormField } from '../form/FormContext.ts'
import { IconButton } from '../look/IconButton.tsx'

/** A record as a form holds it. */
export interface Choice {
  id: number
  name: string
}

const NONE: readonly Choice[] = []

/** Several chosen records of the form around it, for what goes with their field. */
export function useChosen(name: string) {
  const { value, set } = useFormField(name)
  const chosen = Array.isArray(value) ? (value as Choice[]) : NONE // set by the field or by startValues
  return { ids: chosen.map(({ id }) => id), clear: () => set([]) }
}

/** Takes a choice back. */
export function EmptyChoice({ onClick }: { onClick: () => void }) {
  const t = useTranslations()
  return <IconButton size="small" icon={IconX} label={t('form.empty_choice')} onClick={onClick} />
}

interface ChosenInputProps extends FieldProps {
  shown: string
  onOpen: () => void
  /** At the right, instead of the sign that there is a choice. */
  children?: ReactNode
}

/** An input that is not typed into: it shows what is chosen and opens the choice. */
export function ChosenInput({ shown, onOpen, children, ...props }: ChosenInputProps) {
  const t = useTranslations()
  const { label, help, required, error } = useField(props)
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
      {...underField(error, help)}
    />
  )
}

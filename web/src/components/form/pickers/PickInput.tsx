import { Pill, PillsInput, TextInput } from '@mantine/core'
import { IconSelector, IconX } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../../ui/IconButton.tsx'
import { underField } from '../FieldMessage.tsx'
import type { useField } from '../FormContext.ts'
import type { PickedRecord } from './chosen.ts'
import classes from './PickInput.module.css'
import type { usePickTyping } from './usePickTyping.ts'

/** Most chips that are shown; the rest is counted. */
const MAX_CHIPS = 12

interface PickInputProps {
  name: string
  field: ReturnType<typeof useField>
  chosen: readonly PickedRecord[]
  many: boolean
  canEmpty: boolean
  typing: ReturnType<typeof usePickTyping>
  onChoose: (choices: readonly PickedRecord[]) => void
}

/**
 * The input of a record field: the name of the chosen record, or a chip with a remove button per chosen
 * record.
 */
export function PickInput(props: PickInputProps) {
  const { name, field, chosen, many, canEmpty, typing, onChoose } = props
  const t = useTranslations()
  const { label, help, required, error } = field
  const input = {
    name,
    ...inputOf(typing),
    maxLength: 200,
    placeholder: chosen.length === 0 ? t('form.choose') : '',
    title: many ? '' : typing.text,
  }
  if (!many)
    return (
      <div ref={typing.anchor}>
        <TextInput
          {...input}
          label={label}
          required={required}
          rightSection={
            canEmpty && chosen.length > 0 && !typing.isLocked ? (
              <IconButton
                size="small"
                icon={IconX}
                label={t('form.empty_choice')}
                onClick={() => onChoose([])}
              />
            ) : (
              <IconSelector size={16} aria-hidden />
            )
          }
          {...(!(canEmpty && chosen.length > 0) && { rightSectionPointerEvents: 'none' as const })}
          {...underField(error, help)}
        />
      </div>
    )
  return (
    <div ref={typing.anchor}>
      <PillsInput
        label={label}
        required={required}
        classNames={{ input: classes.chips ?? '' }}
        {...underField(error, help)}
      >
        <Pill.Group gap={4}>
          {chosen.slice(0, MAX_CHIPS).map((one) => (
            <Chip
              key={one.id}
              choice={one}
              onRemove={
                typing.isLocked ? undefined : () => onChoose(chosen.filter(({ id }) => id !== one.id))
              }
            />
          ))}
          {chosen.length > MAX_CHIPS && <span className={classes.more}>+{chosen.length - MAX_CHIPS}</span>}
          <PillsInput.Field {...input} required={false} aria-required={required || undefined} />
        </Pill.Group>
      </PillsInput>
    </div>
  )
}

function Chip({ choice, onRemove }: { choice: PickedRecord; onRemove: (() => void) | undefined }) {
  const t = useTranslations()
  const name = choice.is_active === false ? t('form.inactive_choice', choice) : choice.name
  return (
    <span className={classes.chip} title={name}>
      <span data-chip>{name}</span>
      {onRemove && (
        <button
          type="button"
          tabIndex={-1} // the keyboard uses Backspace
          aria-label={t('form.remove_choice', { name: choice.name })}
          onClick={onRemove}
        >
          <IconX size={12} style={{ strokeWidth: 2 }} aria-hidden />
        </button>
      )}
    </span>
  )
}

/** ARIA attributes that make the input the combobox of its list. */
const inputOf = (typing: ReturnType<typeof usePickTyping>) => ({
  role: 'combobox',
  'aria-autocomplete': 'list' as const,
  'aria-expanded': typing.isShown,
  'aria-controls': typing.isShown ? typing.id : undefined,
  'aria-activedescendant': typing.isShown ? typing.current : undefined,
  autoComplete: 'off',
  spellCheck: false,
  readOnly: typing.isLocked,
  value: typing.text,
  onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => typing.type(currentTarget.value),
  onFocus: ({ currentTarget }: { currentTarget: HTMLInputElement }) => currentTarget.select(),
  onClick: typing.open,
  onBlur: typing.onBlur,
  onKeyDown: typing.onKeyDown,
})

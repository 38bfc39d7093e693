import { keysOf } from '@kontor/contract/lib/lists/keys'
import type { BulkFields } from '@kontor/contract/lib/resources/bulk'
import { Button, Input, NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, use, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { underField } from '../../form/FieldMessage.tsx'
import { useTypedNumber } from '../../form/fields/useTypedNumber.ts'
import type { PickedRecord } from '../../form/pickers/chosen.ts'
import { PickersContext } from '../../form/pickers/pickers.ts'

/** The state of the chosen change. */
export function useChange(fields: BulkFields, first?: string) {
  const can = usePermission()
  const offered = keysOf(fields).filter((name) => (fields[name]?.permission ?? []).every((one) => can(one)))
  const [field, setField] = useState(first ?? offered[0] ?? '')
  const hows = fields[field]?.hows ?? []
  const [how, setHow] = useState(hows[0] ?? 'set')
  const [typed, setTyped] = useState('')
  const [linked, setLinked] = useState('')
  const isLink = fields[field]?.kind === 'links'
  const input = useTypedNumber(typed, setTyped)
  const number = how === 'percent' ? typed.replace(/%$/, '') : typed
  return {
    offered,
    field,
    hows,
    how,
    input,
    linked,
    setHow,
    isLink,
    setField(next: string) {
      setField(next)
      setHow(fields[next]?.hows[0] ?? 'set')
      setTyped('')
      setLinked('')
    },
    setLink(id: number, name: string) {
      setTyped(String(id))
      setLinked(name)
    },
    change: { field, how, value: isLink ? typed : number },
  }
}

interface ChangeFieldsProps {
  form: ReturnType<typeof useChange>
  fields: BulkFields
  wrong: string | undefined
  /** Opens the record picker at once. */
  opensPicker: boolean
  onChange: () => void
  /** A record has been picked. */
  onLink: (id: number) => void
}

/** The field, the kind of change, and the value. */
export function ChangeFields(props: ChangeFieldsProps): ReactNode {
  const { form, fields, wrong, onChange } = props
  const t = useTranslations()
  const { locale } = useLanguage()
  const after = (change: () => void) => {
    onChange()
    change()
  }
  return (
    <>
      <NativeSelect
        data-autofocus
        label={t('bulk.field')}
        data={form.offered.map((name) => ({ value: name, label: fields[name]?.label[locale] ?? name }))}
        value={form.field}
        onChange={({ currentTarget }) => after(() => form.setField(currentTarget.value))}
      />
      <NativeSelect
        label={t('bulk.how')}
        data={form.hows.map((how) => ({ value: how, label: t(`bulk.${how}`) }))}
        value={form.how}
        onChange={({ currentTarget }) =>
          after(() => form.setHow(form.hows.find((how) => how === currentTarget.value) ?? 'set'))
        }
      />
      {form.isLink ? (
        <LinkField
          form={form}
          wrong={wrong}
          to={fields[form.field]?.to ?? ''}
          opensPicker={props.opensPicker}
          onPick={({ id, name }) => {
            after(() => form.setLink(id, name))
            props.onLink(id)
          }}
        />
      ) : (
        <TextInput
          label={form.how === 'percent' ? t('bulk.by') : t('bulk.value')}
          inputMode="decimal"
          autoComplete="off"
          value={form.input.text}
          onChange={({ currentTarget }) => after(() => form.input.type(currentTarget.value))}
          {...underField(wrong, undefined)}
        />
      )}
    </>
  )
}

interface LinkFieldProps extends Pick<ChangeFieldsProps, 'form' | 'wrong' | 'opensPicker'> {
  to: string
  onPick: (choice: PickedRecord) => void
}

/** The linked record, picked in a dialog. */
function LinkField({ form, wrong, to, opensPicker, onPick }: LinkFieldProps) {
  const t = useTranslations()
  const [isPicking, setPicking] = useState(opensPicker)
  const Picker = use(PickersContext)[to]
  return (
    <Input.Wrapper label={t('bulk.value')} labelElement="div" {...underField(wrong)}>
      <Button fullWidth variant="default" onClick={() => setPicking(true)}>
        {form.linked || t('bulk.choose')}
      </Button>
      {isPicking && Picker && (
        <Picker
          single
          first={[]}
          onPick={([choice]) => choice && onPick(choice)}
          onClose={() => setPicking(false)}
        />
      )}
    </Input.Wrapper>
  )
}

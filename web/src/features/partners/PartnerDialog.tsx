import { keyed, keysOf } from '@kontor/contract/lib/lists/keys'
import { figureNames, type Partner, partnerList, partners } from '@kontor/contract/partners'
import { basicFields, moreFields, partnerFields } from '@kontor/contract/partners/fields'
import { session } from '@kontor/contract/session'
import { useTranslations } from 'use-intl'
import type { RecordDialogProps } from '../../components/data-table/list-page/listPageProps.ts'
import { useFormField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { FormFold } from '../../components/form/FormFold.tsx'
import { FirstPassword } from '../../components/form/fields/FirstPassword.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { ConfirmPasswordField, PasswordField } from '../../components/form/fields/PasswordField.tsx'
import { passwordProblems } from '../../components/form/fields/passwordProblems.ts'
import { FormGroup } from '../../components/form/layout.tsx'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import type { Values } from '../../components/form/recordForm.ts'
import { Field } from '../../components/resource/Field.tsx'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'

const isOfTires = (name: string) => name.endsWith('Tires')
const groups = [
  { title: 'partners.figures', names: figureNames.filter((name) => !isOfTires(name)) },
  { title: 'partners.tires', names: figureNames.filter(isOfTires) },
] as const
const more = keysOf(moreFields)
const newPartner: Values = { categories: [], invite: false }
const newFigures: Values = keyed(figureNames, () => '0')

export function PartnerDialog({ row, onClose }: RecordDialogProps<Partner>) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const about = useApiQuery(session.about, {}, { staleTime: Number.POSITIVE_INFINITY })
  const min = about.data?.password_min_length ?? 4
  const can = usePermission()
  const canChange = can('figures.change')
  /** A new partner has no figures that a user without edit permission could read. */
  const shows = row ? can('figures.see') : canChange
  const initialValues = { ...newPartner, ...(canChange && newFigures) }
  return (
    <FormDialog
      row={row}
      routes={partners}
      list={partnerList}
      fields={partnerFields}
      {...(!row && { initialValues })}
      {...(!shows && { omittedFields: figureNames })}
      check={(values) => passwordProblems(values, min, row === null)}
      params={{ min }}
      subtitle={row ? `${row.id} · ${row.name}` : undefined}
      width={880}
      onClose={onClose}
    >
      <FormGroup title={t('partners.basic')}>
        {!row && <TextField name="id" help={t('partners.id_help')} />}
        {keysOf(basicFields).map((name) => (
          <Field key={name} name={name} />
        ))}
        <ReferenceSelect
          name="categories"
          to="categories"
          many
          label={partnerList.columns.category_names.label[locale]}
        />
      </FormGroup>
      {(shows ? groups : []).map(({ title, names }) => (
        <FormGroup key={title} title={t(title)}>
          {names.map((name) => (
            <Field key={name} name={name} readOnly={!canChange} />
          ))}
        </FormGroup>
      ))}
      <FormFold title={t('partners.more')} names={more}>
        {more.map((name) => (
          <MoreField key={name} name={name} />
        ))}
      </FormFold>
      <FormGroup title={t('partners.login')}>
        {row ? (
          <>
            <PasswordField name="password" label={t('partners.password')} help={t('form.password_keep')} />
            <ConfirmPasswordField label={t('settings.confirm_password')} />
          </>
        ) : (
          <FirstPassword label={t('partners.password')} confirm={t('settings.confirm_password')} min={min} />
        )}
      </FormGroup>
    </FormDialog>
  )
}

/** An invitation needs the e-mail. */
function MoreField({ name }: { name: keyof typeof moreFields }) {
  const isInvited = useFormField('invite').value === true
  return <Field name={name} {...(name === 'email' && isInvited && { required: true })} />
}

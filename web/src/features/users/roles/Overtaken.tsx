import { history } from '@kontor/contract/history'
import { roleLabels } from '@kontor/contract/kit/api/about'
import { allRights, rightLabels } from '@kontor/contract/rights'
import type { RoleRow } from '@kontor/contract/users/roles'
import { IconUserEdit, IconX } from '@tabler/icons-react'
import { IconButton } from '../../../kit/look/IconButton.tsx'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { useMay } from '../../../kit/rights/useMay.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { texts } from '../texts.ts'
import classes from './Overtaken.module.css'

/** A role that somebody else has saved since it was read: before, and now. */
export interface Other {
  before: RoleRow
  now: RoleRow
}

/** Who has changed what meanwhile. It is taken over already; the own ticks stay to be looked at and saved. */
export function Overtaken({ before, now, onClose }: Other & { onClose: () => void }) {
  const t = useTexts(texts)
  const { locale } = useLanguage()
  const who = useWho(now.id)
  const words = (these: RoleRow, others: RoleRow) =>
    allRights
      .filter((right) => these.rights.includes(right) && !others.rights.includes(right))
      .map((right) => rightLabels[right]?.[locale])
      .join(', ')
  const [given, taken] = [words(now, before), words(before, now)]
  return (
    <div className={classes.bar} role="alert">
      <IconUserEdit size={18} stroke={1.6} aria-hidden />
      <p>
        <b>{t('roles.overtaken', { who: who ?? t('roles.somebody'), role: roleLabels[now.role][locale] })}</b>
        {given && ` ${t('roles.given', { rights: given })}`}
        {taken && ` ${t('roles.taken', { rights: taken })}`} {t('roles.overtaken_text')}
      </p>
      <IconButton size="small" icon={IconX} label={t('common.close')} onClick={onClose} />
    </div>
  )
}

/** Who changed the role last, for those who may see it. */
function useWho(id: number) {
  const may = useMay()
  const { data } = useRoute(
    history.ofRecord,
    { params: { table: 'roles', id: String(id) }, query: {} },
    { enabled: may(history.ofRecord.needs), fresh: 0 },
  )
  return data?.result[0]?.person?.name
}

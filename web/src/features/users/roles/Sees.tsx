import { alternatives, type Right } from '@kontor/contract/kit/api/rights'
import { keysOf } from '@kontor/contract/kit/list/keyed'
import { type Area, type AreaName, areas, isUnlimited } from '@kontor/contract/rights'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useHidden } from '../../../kit/rights/useHidden.ts'
import { groups, screensFor } from '../../../kit/shell/screen.ts'
import { shellTexts } from '../../../kit/shell/texts.ts'
import { useLanguage } from '../../../kit/texts/i18n.tsx'
import { useTexts } from '../../../kit/texts/useTexts.ts'
import { menu } from '../../../menu.ts'
import { texts } from '../texts.ts'
import type { EditedRole } from './EditedRole.tsx'
import classes from './Sees.module.css'

/** What somebody with a role gets to see, as it is ticked now: the menu, what is only read there, and what is missing. */
export function Sees({ role, select }: { role: EditedRole; select: ReactNode }) {
  const t = useTexts(texts, shellTexts)
  const { locale } = useLanguage()
  const unused = useHidden()
  const hidden = keysOf(areas).filter((area) => !role.rights.has(`${area}.see`) && !unused.has(area))
  const names = hidden.map((area) => areas[area].label[locale])
  const Sign = hidden.length > 0 ? IconEyeOff : IconEye
  return (
    <aside className={classes.panel} aria-label={t('roles.sees')}>
      <header>
        <h2>{t('roles.sees')}</h2>
        {select}
      </header>
      <p className={classes.users}>
        {role.users.length > 0 ? role.users.map(({ name }) => name).join(', ') : t('roles.nobody')}
      </p>
      <Menu role={role} />
      <p className={classes.line}>
        <Sign size={16} stroke={1.6} aria-hidden />
        <span>{hidden.length > 0 ? t('roles.hidden', { areas: names.join(', ') }) : t('roles.all')}</span>
      </p>
      {isUnlimited(role.role) && <p className={classes.users}>{t('roles.locked')}</p>}
    </aside>
  )
}

function Menu({ role: { rights } }: { role: EditedRole }) {
  const t = useTexts(texts, shellTexts)
  const { locale } = useLanguage()
  const shown = screensFor(
    menu,
    (needs) => !needs || needs === 'signed-in' || alternatives(needs).some((right) => rights.has(right)),
    useHidden(),
  )
  const items = (some: typeof shown) => (
    <ul>
      {some.map(({ path, icon: Sign, label, needs }) => (
        <li key={path}>
          <Sign size={16} stroke={1.6} aria-hidden />
          {label[locale]}
          <span className={classes.note}>{noteOf(needs, rights, t)}</span>
        </li>
      ))}
    </ul>
  )
  const filled = groups.filter((group) => shown.some((screen) => screen.group === group))
  return (
    <div className={classes.menu}>
      {items(shown.filter(({ path }) => path === '/'))}
      {filled.map((group) => (
        <section key={group}>
          <h3>{t(`groups.${group}`)}</h3>
          {items(shown.filter((screen) => screen.group === group))}
        </section>
      ))}
    </div>
  )
}

/** What there is to say of an area whose rights do not go all the way. */
function noteOf(
  needs: unknown,
  rights: ReadonlySet<Right>,
  t: (key: 'roles.reads' | 'roles.writes') => string,
) {
  const name = keysOf(areas).find((area) => needs === `${area}.see`)
  if (!name) return null
  const { verbs }: Area = areas[name]
  const has = (verb: 'change' | 'send') => rights.has(`${name satisfies AreaName}.${verb}`)
  if (has('change')) return null
  if (has('send')) return verbs.includes('change') ? t('roles.writes') : null
  return verbs.includes('change') || verbs.includes('send') ? t('roles.reads') : null
}

import { apiKeys } from '@kontor/contract/users/keys'
import { signIns } from '@kontor/contract/users/signIns'
import { webhooks } from '@kontor/contract/webhooks'
import { Link } from '@tanstack/react-router'
import { useMay } from '../../kit/rights/useMay.ts'
import { TabLinks } from '../../kit/tabs/TabLinks.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

const whole = { explicitUndefined: true }

/** The parts of the screen, told apart by the address: the users, what their roles may do, which programs call, who signed in, what holds for the office. */
export function UsersTabs() {
  const t = useTexts(texts)
  const may = useMay()
  return (
    <TabLinks label={t('roles.screen')}>
      <Link to="/users" search={{ tab: undefined }} activeOptions={whole}>
        {t('features.users.title')}
      </Link>
      <Link to="/users" search={{ tab: 'roles' }} activeOptions={whole}>
        {t('features.roles.title')}
      </Link>
      {may(apiKeys.index.needs) && (
        <Link to="/users" search={{ tab: 'keys' }} activeOptions={whole}>
          {t('features.apiKeys.title')}
        </Link>
      )}
      {may(webhooks.index.needs) && <Link to="/webhooks">{t('keys.webhooks')}</Link>}
      {may(signIns.index.needs) && (
        <Link to="/users" search={{ tab: 'sign_ins' }} activeOptions={whole}>
          {t('features.signIns.title')}
        </Link>
      )}
      <Link to="/users" search={{ tab: 'office' }} activeOptions={whole}>
        {t('office.title')}
      </Link>
    </TabLinks>
  )
}

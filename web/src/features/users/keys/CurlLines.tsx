import { acceptedPermissions } from '@kontor/contract/lib/http/permissions'
import { keysOf } from '@kontor/contract/lib/lists/keys'
import { partners } from '@kontor/contract/partners'
import { products } from '@kontor/contract/products'
import { type ApiKey, curlLines, PRICE_LIST, PRODUCT_LINES } from '@kontor/contract/users/keys'
import { rolePermissions } from '@kontor/contract/users/roles'
import { useTranslations } from 'use-intl'
import { HelpText } from '../../../components/form/FieldMessage.tsx'
import { Code } from '../../../components/ui/secret-dialog/Code.tsx'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import classes from './Keys.module.css'

/** Placeholder for an unknown key. */
const SOME_KEY = 'kontor_…'

const SOME_LINE = JSON.stringify({
  erp_code: 'MIC-205',
  name: 'Guma 205/55 R16',
  price: '89.90',
  quantity: 12,
})

const permission = {
  preview: products.import.permission,
  import: products.import.permission,
  sync: products.sync.permission,
  partners: partners.all.permission,
} as const

interface CurlLinesProps {
  /** The key, while it is known. */
  token?: string
  of: Pick<ApiKey, 'role' | 'rights'>
  onCopied?: () => void
}

/** Example curl commands for this server with a key, each with a copy button. */
export function CurlLines({ token = SOME_KEY, of, onCopied }: CurlLinesProps) {
  const t = useTranslations()
  const { data } = useApiQuery(rolePermissions.index, {})
  const rights = of.rights ?? data?.find(({ role }) => role === of.role)?.rights
  if (of.rights === null && !data) return null // until the role's permissions are loaded
  const lines = curlLines(window.location.origin, token)
  return (
    <section className={classes.lines}>
      <h3>{t('keys.lines')}</h3>
      <p>
        {t('keys.lines_help', { file: PRICE_LIST })}
        {token === SOME_KEY && ` ${t('keys.own_key', { token })}`}
      </p>
      {keysOf(lines).map((name) => (
        <div key={name} className={classes.line}>
          <h3>{t(`keys.line_${name}`)}</h3>
          {rights && !acceptedPermissions(permission[name]).some((one) => rights.includes(one)) ? (
            <HelpText>{t('keys.not_allowed')}</HelpText>
          ) : (
            <Code text={lines[name]} label={t(`keys.line_${name}`)} {...(onCopied && { onCopied })} />
          )}
          {name === 'sync' && (
            <HelpText>{t('keys.sync_help', { file: PRODUCT_LINES, line: SOME_LINE })}</HelpText>
          )}
        </div>
      ))}
    </section>
  )
}

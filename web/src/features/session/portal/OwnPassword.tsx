import { session } from '@kontor/contract/session'
import { portalSession } from '@kontor/contract/session/portal'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { useApiQuery } from '../../../lib/api/useApiQuery.ts'
import { PasswordDialog } from '../PasswordDialog.tsx'

/** Changes the password of the signed-in user. */
export function OwnPassword({ onClose }: { onClose: () => void }) {
  const min = useApiQuery(session.about, {}).data?.password_min_length ?? 4
  return (
    <PasswordDialog
      min={min}
      send={(body) => apiRequest(portalSession.password, { body })}
      onClose={onClose}
    />
  )
}

import { session } from '@kontor/contract/session'
import { appSession } from '@kontor/contract/session/portal'
import { call } from '../../../kit/net/call.ts'
import { useRoute } from '../../../kit/net/useRoute.ts'
import { PasswordDialog } from '../PasswordDialog.tsx'

/** Another password for the signed-in user. */
export function OwnPassword({ onClose }: { onClose: () => void }) {
  const min = useRoute(session.about, {}).data?.password_min_length ?? 4
  return <PasswordDialog min={min} send={(body) => call(appSession.password, { body })} onClose={onClose} />
}

import { appSession } from '@kontor/contract/app/session'
import { session } from '@kontor/contract/session'
import { PasswordDialog } from '../../features/session/PasswordDialog.tsx'
import { call } from '../../kit/call.ts'
import { useRoute } from '../../kit/useRoute.ts'

/** Another password for the signed-in user. */
export function OwnPassword({ onClose }: { onClose: () => void }) {
  const min = useRoute(session.about, {}).data?.password_min_length ?? 4
  return <PasswordDialog min={min} send={(body) => call(appSession.password, { body })} onClose={onClose} />
}

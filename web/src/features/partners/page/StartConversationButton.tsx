import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { Button } from '@mantine/core'
import { IconMessagePlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { usePermission } from '../../../lib/permissions/usePermission.ts'

interface StartConversationButtonProps {
  /** The screen whose dialog writes first to a partner. */
  to: '/messages' | '/customerService'
  partnerId: number
  permission: RequiredPermission
}

/** Writes first to a partner, on the screen of its conversations; nothing without the permission. */
export function StartConversationButton({ to, partnerId, permission }: StartConversationButtonProps) {
  const t = useTranslations()
  const navigate = useNavigate()
  if (!usePermission()(permission)) return null
  return (
    <Button
      variant="default"
      leftSection={<IconMessagePlus size={16} />}
      onClick={() => void navigate({ to, search: { begin: String(partnerId) } })}
    >
      {t(to === '/messages' ? 'chat.new' : 'support.new')}
    </Button>
  )
}

import { supportInbox } from '@kontor/contract/customerSupport/inbox'
import { conversationStart } from '@kontor/contract/messages/start'
import { type Partner, partners } from '@kontor/contract/partners'
import { partnerPage } from '@kontor/contract/partners/page'
import { viewPermissions } from '@kontor/contract/session/view'
import { Button } from '@mantine/core'
import {
  IconBell,
  IconCurrencyEuro,
  IconEye,
  IconMessageCircle,
  IconPencil,
  IconPhone,
} from '@tabler/icons-react'
import { useNavigate, useParams } from '@tanstack/react-router'
import { type ReactNode, use, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { AnnounceContext } from '../../../components/publishing/announceContext.ts'
import { useSearchFlag } from '../../../components/ui/dialog/useSearchFlag.ts'
import { phoneLink } from '../../../components/ui/phoneLink.ts'
import { apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { usePermission } from '../../../lib/permissions/usePermission.ts'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { useIsHere } from '../../../lib/router/useIsHere.ts'
import { useShortcuts } from '../../../lib/shortcuts/useShortcuts.ts'
import { returningState } from '../PartnerLink.tsx'
import classes from './PartnerPage.module.css'

const PartnerDialog = lazyPart(() => import('../PartnerDialog.tsx'), 'PartnerDialog')
const DebtDialog = lazyPart(() => import('./DebtDialog.tsx'), 'DebtDialog')

const ViewAsPartnerDialog = lazyPart(() => import('./ViewAsPartnerDialog.tsx'), 'ViewAsPartnerDialog')

type Opened = 'edit' | 'debt' | 'announce' | 'view'

/** The actions of a partner, each with its permission; the primary one last. */
export function PartnerTools({ partner, isPrevious }: { partner: Partner; isPrevious: boolean }) {
  const t = useTranslations()
  const can = usePermission()
  const announce = use(AnnounceContext)
  const [opened, open] = useState<Opened | null>(null)
  const close = () => open(null)
  const writing = useWriting(partner)
  const { id, name, phone } = partner
  const canEdit = can(partners.update.permission)
  const canWrite = [conversationStart, supportInbox].some(({ start }) => can(start.permission))
  const canAnnounce = announce !== null && can(announce.permission)
  const canEditDebt = canEdit && can('figures.change')
  useRequestedTool(id, {
    edit: canEdit ? () => open('edit') : undefined,
    debt: canEditDebt ? () => open('debt') : undefined,
    notify: canAnnounce ? () => open('announce') : undefined,
    write: canWrite ? writing.onClick : undefined,
  })
  useShortcuts(
    [{ key: 'e', label: t('table.edit'), when: canEdit && !isPrevious, run: () => open('edit') }],
    'row',
  )
  return (
    <>
      {phone && (
        <a className={classes.call} href={phoneLink(phone)} aria-label={t('partner.call')}>
          <IconPhone size={20} aria-hidden />
        </a>
      )}
      {canWrite && <Tool icon={<IconMessageCircle size={16} />} label={t('partner.write')} {...writing} />}
      {canAnnounce && (
        <Tool icon={<IconBell size={16} />} label={t('partner.announce')} onClick={() => open('announce')} />
      )}
      {viewPermissions.every(can) && partner.is_active && (
        <Tool icon={<IconEye size={16} />} label={t('partner.view.tool')} onClick={() => open('view')} />
      )}
      {canEditDebt && (
        <Tool
          icon={<IconCurrencyEuro size={16} />}
          label={t('partner.new_debt')}
          onClick={() => open('debt')}
        />
      )}
      {canEdit && (
        <Tool icon={<IconPencil size={16} />} label={t('table.edit')} isFilled onClick={() => open('edit')} />
      )}

      {opened === 'edit' && <PartnerDialog row={partner} onClose={close} />}
      {opened === 'view' && <ViewAsPartnerDialog partner={partner} onClose={close} />}
      {opened === 'debt' && <DebtDialog partner={partner} onClose={close} />}
      {opened === 'announce' && announce && (
        <announce.Dialog subject="" partners={[{ id, name }]} categories={[]} onClose={close} />
      )}
    </>
  )
}

/**
 * Other screens and the palette open a tool here by a search param. The previous partner, which stays until the next one
 * has loaded, leaves it to that one.
 */
function useRequestedTool(
  id: number,
  tools: Record<'edit' | 'debt' | 'notify' | 'write', (() => void) | undefined>,
) {
  const { id: requested }: Record<string, unknown> = useParams({ strict: false })
  const isRequested = requested === String(id)
  useSearchFlag('edit', isRequested ? tools.edit : undefined)
  useSearchFlag('debt', isRequested ? tools.debt : undefined)
  useSearchFlag('notify', isRequested ? tools.notify : undefined)
  useSearchFlag('write', isRequested ? tools.write : undefined)
}

interface ToolProps {
  icon: ReactNode
  label: string
  isFilled?: boolean
  loading?: boolean
  onClick: () => void
}

/** A labelled button; on phones an icon button. */
const Tool = ({ icon, label, isFilled = false, ...rest }: ToolProps) => (
  <Button
    variant={isFilled ? 'filled' : 'default'}
    aria-label={label}
    leftSection={icon}
    className={classes.tool ?? ''}
    {...rest}
  >
    <span className={classes.label}>{label}</span>
  </Button>
)

/** Opens the partner's latest chat in which a message is read; without one the office writes first. */
function useWriting({ id }: Partner) {
  const navigate = useNavigate()
  const can = usePermission()
  const startPath = can(supportInbox.start.permission) ? '/customerService' : '/messages'
  const canAnswer = can(conversationStart.start.permission)
  const isHere = useIsHere()
  const [loading, setLoading] = useState(false)
  const openChat = useCallback(async () => {
    setLoading(true)
    try {
      const chats = canAnswer ? await apiRequest(partnerPage.chats, { params: { id: String(id) } }) : []
      const open = chats.filter(({ is_open }) => is_open)
      const chat = open.find(({ unread }) => unread > 0) ?? open[0]
      const to = `/sliders/${chat?.slider.id}/chat`
      if (!isHere()) return
      if (chat) void navigate({ to, search: { thread: String(chat.id) }, state: returningState })
      else void navigate({ to: startPath, search: { begin: String(id) } })
    } catch (error) {
      shownError.show(error)
    } finally {
      setLoading(false)
    }
  }, [id, navigate, isHere, canAnswer, startPath])
  return { loading, onClick: useCallback(() => void openChat(), [openChat]) }
}

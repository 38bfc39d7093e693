import { hostOf } from '@kontor/contract/lib/text/web-address'
import { type PortalSupportNode, portalTechnicalSupport } from '@kontor/contract/technicalSupport/portal'
import {
  IconChevronRight,
  IconDownload,
  IconExternalLink,
  IconFile,
  IconFolder,
  IconLink,
} from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import cards from '../../../components/portal/card.module.css'
import { type ApiError, download } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { useFormat } from '../../../lib/i18n/useFormat.ts'
import classes from './Entry.module.css'

interface EntryProps {
  node: PortalSupportNode
  /** A search result: shows its path. */
  isFound: boolean
}

/** A folder to open, a file to download, or a link in a new tab. */
export function Entry({ node, isFound }: EntryProps) {
  const where = isFound ? node.path.map(({ name }) => name).join(' › ') : ''
  if (!node.is_item) return <Folder node={node} where={where} />
  return node.is_file ? <File node={node} where={where} /> : <WebLink node={node} where={where} />
}

interface KindProps {
  node: PortalSupportNode
  where: string
}

function EntryText({ node: { name, description }, where, children }: KindProps & { children?: ReactNode }) {
  return (
    <span className={cards.grow}>
      <span className={classes.name}>{name}</span>
      {description && <span className={classes.subtitle}>{description}</span>}
      {children && <span className={classes.fact}>{children}</span>}
      {where && <span className={classes.fact}>{where}</span>}
    </span>
  )
}

function Folder(props: KindProps) {
  const t = useTranslations()
  const { id, children } = props.node
  return (
    <li>
      <Link to="/technical_support" search={{ in: String(id) }} className={cards.row}>
        <IconFolder size={22} aria-hidden />
        <EntryText {...props}>{t('portal.manuals.inside', { count: children })}</EntryText>
        <IconChevronRight size={18} aria-hidden />
      </Link>
    </li>
  )
}

function File(props: KindProps) {
  const t = useTranslations()
  const { bytes } = useFormat()
  const { id, name, file_name, file_size } = props.node
  const { mutate, isPending } = useMutation<void, ApiError>({
    mutationFn: () => download(portalTechnicalSupport.file, { params: { id: String(id) } }),
    onError: (error) => shownError.show(error),
  })
  const type = file_name?.match(/\.([a-z0-9]{1,5})$/i)?.[1]?.toUpperCase()
  const facts = [type, file_size !== null && bytes(file_size)].filter(Boolean).join(', ')
  return (
    <li>
      <button type="button" className={cards.row} aria-busy={isPending} onClick={() => isPending || mutate()}>
        <IconFile size={22} aria-hidden />
        <EntryText {...props}>
          {isPending ? t('portal.manuals.downloading', { name: file_name ?? name }) : facts}
        </EntryText>
        <IconDownload size={20} role="img" aria-label={t('portal.manuals.download')} />
      </button>
    </li>
  )
}

function WebLink(props: KindProps) {
  const t = useTranslations()
  const { link } = props.node
  return (
    <li>
      <a href={link ?? undefined} target="_blank" rel="noreferrer" className={cards.row}>
        <IconLink size={22} aria-hidden />
        <EntryText {...props}>
          {t('portal.manuals.opens', { site: hostOf(link ?? '') ?? link ?? '' })}
        </EntryText>
        <IconExternalLink size={20} aria-hidden />
      </a>
    </li>
  )
}

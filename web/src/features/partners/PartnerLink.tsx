import type { partners } from '@kontor/contract/partners'
import { Link } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { PlainNames } from '../../components/data-table/mobile/plainNames.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { currentSearch } from '../../lib/router/currentSearch.ts'
import classes from './PartnerLink.module.css'

/**
 * The permission of the linked page's route, repeated here so that the contract's partner routes are not
 * loaded.
 */
const permission: (typeof partners.one)['permission'] = 'partners.see'

/** State for links to closable pages: they return to the current screen. */
export const returningState = <State extends object>(state: State) => ({
  ...state,
  back: { to: location.pathname, search: currentSearch() },
})

interface PartnerLinkProps {
  id: number
  name: string
  /** The tab to open. */
  tab?: string
  /** In the list of partners: its order and filters are used for previous and next on the partner's page. */
  isListed?: boolean
  /** Replaces the name. */
  children?: ReactNode
}

/** A partner's name: a link to its page for users who may see partners, else plain text. */
export function PartnerLink({ id, name, tab, isListed, children = name }: PartnerLinkProps) {
  const can = usePermission()
  const isPlain = use(PlainNames)
  if (isPlain || !can(permission)) return children
  return (
    <Link
      to={`/partners/${id}`}
      search={tab ? { tab } : {}}
      className={classes.link}
      {...(isListed && { state: (state) => ({ ...state, list: currentSearch() }) })}
    >
      {children}
    </Link>
  )
}

import type { partners } from '@kontor/contract/partners'
import { Link } from '@tanstack/react-router'
import { type ReactNode, use } from 'react'
import { PlainNames } from '../../components/data-table/mobile/plainNames.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import classes from './PartnerLink.module.css'

/** The route that answers what the link leads to says who may follow it; named here, so that nothing of it is loaded. */
const permission: (typeof partners.one)['permission'] = 'partners.see'

/** The filters, order and page of the list that one is on. */
export const searchHere = () => Object.fromEntries(new URLSearchParams(location.search))

/** For a link to what is closed again: it leads back to where one is. */
export const backHere = <State extends object>(state: State) => ({
  ...state,
  back: { to: location.pathname, search: searchHere() },
})

interface PartnerLinkProps {
  id: number
  name: string
  /** The tab of its page that opens. */
  tab?: string
  /** Stands in the list of partners, whose order and filters lead from its page to the next partner. */
  isListed?: boolean
  /** Instead of the name. */
  children?: ReactNode
}

/** A partner's name wherever it stands: the way to its page for whoever may see partners, plain text for others. */
export function PartnerLink({ id, name, tab, isListed, children = name }: PartnerLinkProps) {
  const can = usePermission()
  const isPlain = use(PlainNames)
  if (isPlain || !can(permission)) return children
  return (
    <Link
      to={`/partners/${id}`}
      search={tab ? { tab } : {}}
      className={classes.link}
      {...(isListed && { state: (state) => ({ ...state, list: searchHere() }) })}
    >
      {children}
    </Link>
  )
}

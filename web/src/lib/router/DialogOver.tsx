import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { usePermission } from '../permissions/usePermission.ts'
import { useSearchHere } from './useSearchHere.ts'

export interface DialogOverProps {
  /** The screen below, which knows nothing of the dialog's feature. */
  path: string
  /** The dialog is open while the screen's address has this name: `?orders=1`. */
  name: string
  permission: RequiredPermission
  /** What it shows is held by the address under `under`. */
  Dialog: ComponentType<{ under: string; onClose: () => void }>
}

/** A dialog of one feature over the screen of another. */
export function DialogOver({ path, name, permission, Dialog }: DialogOverProps) {
  const { pathname, search } = useLocation()
  const query: Record<string, string> = search
  const go = useSearchHere()
  const can = usePermission()
  const under = `${name}.`
  const isOwn = (key: string) => key === name || key.startsWith(under)
  const close = () =>
    go(Object.fromEntries(Object.entries(query).filter(([key]) => !isOwn(key))), { instead: true })
  if (pathname !== path || query[name] === undefined || !can(permission)) return null
  return <Dialog under={under} onClose={close} />
}

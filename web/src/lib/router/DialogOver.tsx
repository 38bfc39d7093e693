import type { RequiredPermission } from '@kontor/contract/lib/http/permissions'
import { useLocation } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { usePermission } from '../permissions/usePermission.ts'
import { useSearchHere } from './useSearchHere.ts'

export interface DialogOverProps {
  /** Path of the screen below, which does not import the dialog's feature. */
  path: string
  /** The dialog is open while the URL has this search param: `?orders=1`. */
  name: string
  permission: RequiredPermission
  /** Its search params are prefixed with `paramPrefix`. */
  Dialog: ComponentType<{ paramPrefix: string; onClose: () => void }>
}

/** A dialog of one feature over the screen of another. */
export function DialogOver({ path, name, permission, Dialog }: DialogOverProps) {
  const { pathname, search } = useLocation()
  const query: Record<string, string> = search
  const go = useSearchHere()
  const can = usePermission()
  const paramPrefix = `${name}.`
  const isOwn = (key: string) => key === name || key.startsWith(paramPrefix)
  const close = () =>
    go((now) => Object.fromEntries(Object.entries(now).filter(([key]) => !isOwn(key))), { instead: true })
  if (pathname !== path || query[name] === undefined || !can(permission)) return null
  return <Dialog paramPrefix={paramPrefix} onClose={close} />
}

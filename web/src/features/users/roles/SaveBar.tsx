import { type Role, roleLabels } from '@kontor/contract/lib/http/about'
import { permissionLabels } from '@kontor/contract/permissions'
import { type RoleRow, rolePermissions, roleRow } from '@kontor/contract/users/roles'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { responseKey } from '../../../lib/api/useApiQuery.ts'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { UnsavedBar } from '../UnsavedBar.tsx'
import type { EditedRole } from './EditedRole.tsx'
import type { Other } from './VersionConflictBar.tsx'

interface SaveBarProps {
  edited: readonly EditedRole[]
  /** These ticks of a role are saved; it may have others by now. */
  onSaved: (role: Role, ticks: EditedRole['ticks']) => void
  onConflict: (other: Other | null) => void
  /** Discards the changes. */
  onLeave: () => void
}

/** The unsaved changes and the users they affect, with save and discard. */
export function SaveBar(props: SaveBarProps) {
  const { edited, onLeave } = props
  const t = useTranslations()
  const { locale } = useLanguage()
  const changed = edited.filter((one) => one.changed.size > 0)
  const count = changed.reduce((sum, one) => sum + one.changed.size, 0)
  const users = changed.flatMap((one) => one.users).length
  const requestClose = useUnsaved(count > 0, { onLeave })
  const { question, isSaving, save } = useSaving(props, changed)
  const names = changed.map(({ role }) => roleLabels[role][locale]).join(', ')
  return (
    <>
      {count > 0 && (
        <UnsavedBar count={count} isSaving={isSaving} onSave={() => void save()} onCancel={requestClose}>
          <span>{t('roles.effect', { roles: names, count: users })}</span>
        </UnsavedBar>
      )}
      {question}
    </>
  )
}

/** Saves role by role. Confirms when users lose permissions; stops at the first failure. */
function useSaving({ onSaved, onConflict }: SaveBarProps, changed: readonly EditedRole[]) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const queries = useQueryClient()
  const [question, confirm] = useConfirm()
  const [isSaving, setSaving] = useState(false)
  const cacheRole = (row: RoleRow) =>
    queries.setQueryData<RoleRow[]>(responseKey(rolePermissions.index, {}), (all) =>
      all?.map((one) => (one.role === row.role ? row : one)),
    )
  const saveAll = async () => {
    for (const { role, rights, ticks, version } of changed) {
      cacheRole(
        await apiRequest(rolePermissions.update, {
          params: { role },
          body: { rights: [...rights], version },
        }),
      )
      onSaved(role, ticks)
    }
    notify.success('success.edit')
  }
  const failed = (error: unknown) => {
    const now = z.safeParse(roleRow, error instanceof ApiError && error.body.current)
    if (!now.success) return shownError.show(error)
    const row = now.data
    const before = changed.find(({ role }) => role === row.role)
    cacheRole(row)
    if (before)
      onConflict({
        before: { ...before, rights: [...before.saved] },
        now: row,
        by: error instanceof ApiError ? error.body.saved_by : undefined,
      })
  }
  const lost = changed.flatMap(({ role, users, saved, rights }) =>
    users.length === 0
      ? []
      : [...saved.difference(rights)].map(
          (permission) => `${roleLabels[role][locale]}: ${permissionLabels[permission]?.[locale]}`,
        ),
  )
  const save = async () => {
    const isSure =
      lost.length === 0 ||
      (await confirm({
        title: t('roles.lose', { count: lost.length }),
        text: `${lost.join('; ')}. ${t('roles.lose_text')}`,
        action: t('common.save'),
      }))
    if (!isSure || isSaving) return
    setSaving(true)
    onConflict(null)
    await saveAll().catch(failed)
    setSaving(false)
    await queries.invalidateQueries()
  }
  return { question, isSaving, save }
}

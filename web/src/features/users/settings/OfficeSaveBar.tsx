import type { ErrorBody } from '@kontor/contract/lib/http/errors'
import { type OfficeSettings, officeSettings, settings } from '@kontor/contract/users/settings'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useChangedBy } from '../../../components/form/conflict/useChangedBy.ts'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { ApiError, apiRequest } from '../../../lib/api/apiRequest.ts'
import { shownError } from '../../../lib/api/shownError.ts'
import { responseKey } from '../../../lib/api/useApiQuery.ts'
import { UnsavedBar } from '../UnsavedBar.tsx'
import type { EditedOffice } from './EditedOffice.tsx'

interface OfficeSaveBarProps {
  edited: EditedOffice
  /** Called after saving or discarding. */
  onDone: () => void
}

/** The unsaved switches, with save and discard. */
export function OfficeSaveBar({ edited, onDone }: OfficeSaveBarProps) {
  const t = useTranslations()
  const { isSaving, conflict, forgetConflict, save } = useSaving(edited, onDone)
  const requestClose = useUnsaved(edited.changes > 0, {
    onLeave: () => {
      forgetConflict()
      onDone()
    },
  })
  const who = useChangedBy(conflict?.saved_by)
  if (edited.changes === 0) return null
  return (
    <UnsavedBar count={edited.changes} isSaving={isSaving} onSave={() => void save()} onCancel={requestClose}>
      <span role="alert">{conflict && t('office.conflict', { who })}</span>
    </UnsavedBar>
  )
}

/**
 * Saves. When somebody else has saved meanwhile, their changes are applied first and the user checks
 * again.
 */
function useSaving({ saved, hidden, secured }: EditedOffice, onDone: () => void) {
  const queries = useQueryClient()
  const [isSaving, setSaving] = useState(false)
  const [conflict, setConflict] = useState<ErrorBody>()
  const cacheSettings = (row: OfficeSettings) => queries.setQueryData(responseKey(settings.get, {}), row)
  const failed = (error: unknown) => {
    const now = z.safeParse(officeSettings, error instanceof ApiError && error.body.current)
    if (!now.success) return shownError.show(error)
    cacheSettings(now.data)
    setConflict(error instanceof ApiError ? error.body : undefined)
  }
  const send = async () => {
    const body = {
      hidden_resources: [...hidden],
      second_factor_roles: [...secured],
      version: saved.version,
    }
    cacheSettings(await apiRequest(settings.update, { body }))
    setConflict(undefined)
    onDone()
    notify.success('success.edit')
    await queries.invalidateQueries()
  }
  const save = async () => {
    if (isSaving) return
    setSaving(true)
    await send().catch(failed)
    setSaving(false)
  }
  return { isSaving, conflict, forgetConflict: () => setConflict(undefined), save }
}

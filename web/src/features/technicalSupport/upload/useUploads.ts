import type { RequestInput } from '@kontor/contract/lib/http/route'
import { type SupportNode, technicalSupport } from '@kontor/contract/technicalSupport'
import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { fileProblem } from '../../../components/chat/files/files.ts'
import { rereadLevels } from '../../../components/tree/useLevels.ts'
import { type Sending, transfers } from '../../../components/uploads/transfers.ts'
import { ApiError, apiRequest, isUnanswered, rowNow } from '../../../lib/api/apiRequest.ts'
import { documentName, droppedFiles } from './files.ts'

/** Identifies this screen's uploads among all. */
export const SCREEN = 'technicalSupport'

/** Whether the target folder has been deleted. */
const isGone = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.body.errors?.technical_support_id !== undefined

/** Uploads files into folders, each on its own; uploads continue after leaving the screen. */
export function useUploads() {
  const t = useTranslations()
  const queries = useQueryClient()
  return useMemo(() => {
    const sending = (file: File, parent: number | null, send: Sending['send']): Sending => {
      const problem = fileProblem(file)
      return {
        name: file.name,
        size: file.size,
        target: { screen: SCREEN, parent },
        ...(problem && { rejection: t(problem.key, { name: file.name, max: problem.max }) }),
        send: async (key, options) => {
          try {
            await send(key, options)
          } catch (error) {
            throw isGone(error) ? new ApiError(error.status, { message: t('support.folder_gone') }) : error
          } finally {
            rereadLevels(queries, technicalSupport, [parent])
          }
        },
      }
    }
    /** Adds the form's node; returns whether it has a file to upload. */
    const add = (input: RequestInput<typeof technicalSupport.create>, onAdded: (id: number) => void) => {
      const { file } = input.files
      if (!(file instanceof File)) return false
      const parent = Number(input.form.technical_support_id) || null
      const send: Sending['send'] = async (idempotencyKey, options) =>
        onAdded((await apiRequest(technicalSupport.create, { ...input, idempotencyKey }, options)).id)
      transfers.add([sending(file, parent, send)])
      return true
    }
    const addFiles = (files: readonly File[], parent: number | null) => {
      const all = files.map((file) =>
        sending(file, parent, (idempotencyKey, options) => {
          const form = { name: documentName(file.name), is_item: 'true' as const }
          const parentInput = { technical_support_id: parent === null ? '' : String(parent) }
          const input = { form: { ...form, ...parentInput }, files: { file }, idempotencyKey }
          return apiRequest(technicalSupport.create, input, options)
        }),
      )
      transfers.add(all)
    }
    const addDropped = (dropped: DataTransfer, parent: number | null) => {
      const { files, folders } = droppedFiles(dropped)
      const target = { screen: SCREEN, parent }
      const reason = folders.map((name) => ({
        name,
        size: 0,
        target,
        rejection: t('support.no_folders', { name }),
        send: () => Promise.resolve(),
      }))
      transfers.add(reason)
      addFiles(files, parent)
    }
    const replace = (node: SupportNode, file: File) => {
      let now = node
      let isUnclear = false
      const isReplaced = (by: SupportNode) =>
        by.file?.file_at !== node.file?.file_at && by.file?.file_size === file.size
      const send: Sending['send'] = async (_key, options) => {
        const { id, name, description, version } = now
        const form = { name, description: description ?? '', version: String(version) }
        try {
          await apiRequest(
            technicalSupport.update,
            { params: { id: String(id) }, form, files: { file } },
            options,
          )
        } catch (error) {
          now = rowNow<SupportNode>(error) ?? now // a retry replaces the file of the node as it is by then
          // An earlier request may have succeeded, and its response was lost.
          if (isUnclear && isReplaced(now)) return
          isUnclear ||= error instanceof ApiError && isUnanswered(error)
          throw error
        }
      }
      transfers.add([sending(file, node.parent_id, send)])
    }
    return { add, addFiles, addDropped, replace }
  }, [t, queries])
}

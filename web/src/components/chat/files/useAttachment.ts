import { type ClipboardEvent, type DragEvent, type SyntheticEvent, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../ui/snackbar/notify.tsx'
import { chooseFiles, filesOf } from '../../uploads/files.ts'
import { useUnsentDraft } from '../useConversation.ts'
import type { ChosenFile } from './chosenFile.ts'

/** The file that is to be sent with the next message: chosen, dropped or pasted. */
export function useAttachment(held: ChosenFile) {
  const t = useTranslations()
  const { file, isPreparing } = useSyncExternalStore(held.subscribe, held.state)
  const remove = () => held.put(null)
  useUnsentDraft(isPreparing || file !== null, remove)
  const take = async ([chosen, ...others]: readonly File[]) => {
    if (!chosen) return
    const problem = await held.take(chosen)
    const { name } = chosen
    if (problem) notify.error(t(problem.key, { name, max: problem.max }))
    else if (others.length > 0) notify.error(t('chat.one_file', { name }))
  }
  const takeFrom = (event: SyntheticEvent, data: DataTransfer) => {
    const files = filesOf(data)
    if (files.length > 0) event.preventDefault()
    void take(files)
  }
  return {
    file,
    /** Nothing may be sent yet. */
    isPreparing,
    choose: async () => take(await chooseFiles()),
    remove,
    /** Handlers of the field: a file may be dropped on it or pasted into it. */
    field: {
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      },
      onDrop: (event: DragEvent) => takeFrom(event, event.dataTransfer),
      onPaste: (event: ClipboardEvent) => takeFrom(event, event.clipboardData),
    },
  }
}

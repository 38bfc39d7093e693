import { type ClipboardEvent, type DragEvent, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../../ui/snackbar/notify.tsx'
import { chooseFiles } from '../../uploads/chooseFiles.ts'
import { useUnsentDraft } from '../useConversation.ts'
import type { ChosenFile } from './chosenFile.ts'

/** The file that is to be sent with the next message: chosen, dropped or pasted. */
export function useAttachment(held: ChosenFile) {
  const t = useTranslations()
  const { file, isPreparing } = useSyncExternalStore(held.subscribe, held.state)
  const remove = () => held.put(null)
  useUnsentDraft(isPreparing || file !== null, remove)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    const problem = await held.take(chosen)
    if (problem) notify.error(t(problem.key, { name: chosen.name, max: problem.max }))
  }
  return {
    file,
    /** Nothing may be sent yet. */
    isPreparing,
    choose: async () => take((await chooseFiles())[0]),
    remove,
    /** Handlers of the field: a file may be dropped on it or pasted into it. */
    field: {
      onDragOver: (event: DragEvent) => {
        if (event.dataTransfer.types.includes('Files')) event.preventDefault()
      },
      onDrop: (event: DragEvent) => {
        if (event.dataTransfer.files.length === 0) return
        event.preventDefault()
        void take(event.dataTransfer.files[0])
      },
      onPaste: (event: ClipboardEvent) => {
        if (event.clipboardData.files.length === 0) return
        event.preventDefault()
        void take(event.clipboardData.files[0])
      },
    },
  }
}

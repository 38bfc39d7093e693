import { useEffect, useEffectEvent, useState } from 'react'

interface PendingSave {
  save: () => void
  /** Marks the field whose upload failed. */
  onFailed: (name: string) => void
}

/**
 * Lets fields register uploads, such as pictures of a text: saving waits for all of them. A failed upload
 * cancels the save, because the saved record would differ from the one on screen.
 */
export function usePendingUploads({ save, onFailed }: PendingSave) {
  const [pendingCount, setPendingCount] = useState(0)
  const [isSavePending, setSavePending] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const onSettled = useEffectEvent(() => (lost === null ? save() : onFailed(lost)))
  // After the field has rendered with the upload's result, which is then saved.
  useEffect(() => {
    if (lost === null && (pendingCount > 0 || !isSavePending)) return
    if (isSavePending) onSettled()
    setSavePending(false)
    setLost(null)
  }, [isSavePending, pendingCount, lost])
  return {
    isUploading: pendingCount > 0,
    isWaiting: isSavePending && pendingCount > 0,
    save: () => (pendingCount > 0 ? setSavePending(true) : save()),
    /** Registers an upload of a field; resolves with whether it succeeded. */
    async trackUpload(name: string, work: Promise<boolean>) {
      setPendingCount((now) => now + 1)
      const came = await work
      setPendingCount((now) => now - 1)
      if (!came) setLost(name)
    },
  }
}

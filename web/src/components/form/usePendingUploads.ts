import { useEffect, useEffectEvent, useState } from 'react'

interface Saving {
  save: () => void
  /** Marks the field whose upload failed. */
  onLost: (name: string) => void
}

/**
 * Lets fields register uploads, such as pictures of a text: saving waits for all of them. A failed upload
 * cancels the save, because the saved record would differ from the one on screen.
 */
export function usePendingUploads({ save, onLost }: Saving) {
  const [coming, setComing] = useState(0)
  const [isSavePending, setSavePending] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const onSettled = useEffectEvent(() => (lost === null ? save() : onLost(lost)))
  // After the field has rendered with the upload's result, which is then saved.
  useEffect(() => {
    if (lost === null && (coming > 0 || !isSavePending)) return
    if (isSavePending) onSettled()
    setSavePending(false)
    setLost(null)
  }, [isSavePending, coming, lost])
  return {
    isUploading: coming > 0,
    isWaiting: isSavePending && coming > 0,
    save: () => (coming > 0 ? setSavePending(true) : save()),
    /** Registers an upload of a field; resolves with whether it succeeded. */
    async bring(name: string, work: Promise<boolean>) {
      setComing((now) => now + 1)
      const came = await work
      setComing((now) => now - 1)
      if (!came) setLost(name)
    },
  }
}

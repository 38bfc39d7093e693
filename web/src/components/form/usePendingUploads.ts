import { useEffect, useEffectEvent, useState } from 'react'

interface Saving {
  save: () => void
  /** Marks the field whose part has not come. */
  onLost: (name: string) => void
}

/**
 * Lets fields bring what takes its time, such as pictures of a text on their way: saving waits until all of it is there.
 * What does not come stops the save that waited for it, for without it something else would be saved than what was seen.
 */
export function usePendingUploads({ save, onLost }: Saving) {
  const [coming, setComing] = useState(0)
  const [isWanted, setWanted] = useState(false)
  const [lost, setLost] = useState<string | null>(null)
  const onSettled = useEffectEvent(() => (lost === null ? save() : onLost(lost)))
  // After the field has been drawn with what has come, so that this is what is saved.
  useEffect(() => {
    if (lost === null && (coming > 0 || !isWanted)) return
    if (isWanted) onSettled()
    setWanted(false)
    setLost(null)
  }, [isWanted, coming, lost])
  return {
    isBringing: coming > 0,
    isWaiting: isWanted && coming > 0,
    save: () => (coming > 0 ? setWanted(true) : save()),
    /** Something is on its way into the field of that name; answers whether it has come. */
    async bring(name: string, work: Promise<boolean>) {
      setComing((now) => now + 1)
      const came = await work
      setComing((now) => now - 1)
      if (!came) setLost(name)
    },
  }
}

import type { Editor } from '@tiptap/react'
import { type RefObject, useState } from 'react'
import { pictureProblem } from '../form/fields/pictureProblem.ts'
import { notify } from '../ui/snackbar/notify.tsx'

/**
 * Uploads pictures and inserts them at the cursor. Reports rejected ones; resolves with whether all
 * others were inserted.
 */
export function usePictures(
  editor: RefObject<Editor | null>,
  upload: (file: File) => Promise<string>,
  bytes: number,
) {
  const [count, setCount] = useState(0)
  const add = async (files: readonly File[]) => {
    let haveCome = true
    for (const file of files) {
      const problem = pictureProblem(file, bytes)
      if (problem) {
        notify.error(problem)
        continue
      }
      setCount((now) => now + 1)
      try {
        const src = await upload(file)
        const alt = file.name.replace(/\.\w+$/, '')
        if (editor.current && !editor.current.isDestroyed)
          editor.current.chain().focus().setImage({ src, alt }).createParagraphNear().run()
      } catch (error) {
        haveCome = false
        notify.failure(error)
      } finally {
        setCount((now) => now - 1)
      }
    }
    return haveCome
  }
  return { add, busy: count > 0 }
}

// The editor of formatted text.
import { type Editor, EditorContent } from '@tiptap/react'
import { type RefObject, useRef, useState } from 'react'
import { shownError } from '../../lib/api/shownError.ts'
import { pictureProblem } from '../form/fields/pictureProblem.ts'
import { notify } from '../ui/snackbar/notify.tsx'
import classes from './editor.module.css'
import { LinkBar } from './LinkBar.tsx'
import prose from './prose.module.css'
import { Toolbar } from './Toolbar.tsx'
import { useTextEditor } from './useTextEditor.ts'

interface RichTextProps {
  /** HTML; an empty string for an empty text. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  label: string
  required: boolean
  wrong: boolean
  /** Id of the field's message. */
  describedBy: string
  /** Uploads a picture and resolves with its URL. */
  upload: (file: File) => Promise<string>
  /**
   * Called when pictures start uploading: the text is incomplete until the promise resolves; false when
   * one failed.
   */
  onUploading: (pictures: Promise<boolean>) => void
}

/**
 * An editor with headings, lists, links and pictures. Alt+F10 moves the focus to the toolbar, as in other
 * editors.
 */
export function RichText({ upload, onUploading, ...props }: RichTextProps) {
  const [linking, setLinking] = useState(false)
  const editorRef = useRef<Editor>(null)
  const focusToolbar = useRef(() => {})
  const pictures = usePictures(editorRef, upload)
  const add = (files: readonly File[]) => onUploading(pictures.add(files))
  const editor = useTextEditor({
    value: props.value,
    onChange: props.onChange,
    onBlur: props.onBlur,
    onTools: () => focusToolbar.current(),
    onPictures: add,
    attributes: {
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-label': props.label,
      class: prose.prose ?? '',
      'aria-describedby': props.describedBy,
      ...(props.required && { 'aria-required': 'true' }),
      ...(props.wrong && { 'aria-invalid': 'true' }),
    },
  })
  editorRef.current = editor
  return (
    <div className={classes.box} data-error={props.wrong || undefined}>
      <Toolbar
        editor={editor}
        focusToolbar={focusToolbar}
        linking={linking}
        onLink={() => setLinking(!linking)}
        onPictures={add}
        busy={pictures.busy}
      />
      {linking && <LinkBar editor={editor} onClose={() => setLinking(false)} />}
      <EditorContent editor={editor} className={classes.text} />
    </div>
  )
}

/**
 * Uploads pictures and inserts them at the cursor. Reports rejected ones; resolves with whether all
 * others were inserted.
 */
function usePictures(editor: RefObject<Editor | null>, upload: (file: File) => Promise<string>) {
  const [count, setCount] = useState(0)
  const add = async (files: readonly File[]) => {
    let haveCome = true
    for (const file of files) {
      const problem = pictureProblem(file)
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
        shownError.show(error)
      } finally {
        setCount((now) => now - 1)
      }
    }
    return haveCome
  }
  return { add, busy: count > 0 }
}

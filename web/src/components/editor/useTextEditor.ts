import { Image } from '@tiptap/extension-image'
import { type Editor, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useEffect, useRef } from 'react'
import { filesOf } from '../uploads/files.ts'
import { webLink } from './webLink.ts'

interface TextEditor {
  /** HTML; an empty string for an empty text. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** Called on Alt+F10. */
  onTools: () => void
  /** Called with pasted or dropped pictures. */
  onPictures: (files: readonly File[]) => void
  attributes: Record<string, string>
}

/** Allowed picture URLs: this server's, as in the server's sanitiser. */
const OWN_PICTURE = 'img[src^="/api/images/"]'

/** The editor's schema, equal to what the server's sanitiser allows. */
const extensions = [
  StarterKit.configure({
    heading: { levels: [1, 2, 3] },
    link: {
      openOnClick: false,
      defaultProtocol: 'https',
      isAllowedUri: (url) => webLink(url) !== null,
    },
    blockquote: false,
    code: false,
    codeBlock: false,
    horizontalRule: false,
    strike: false,
    trailingNode: false, // Opening a text must not change it.
  }),
  Image.extend({ parseHTML: () => [{ tag: OWN_PICTURE }] }),
]

/**
 * A Tiptap editor for one value. An outside change replaces its content; undoing all edits restores the
 * original value exactly.
 */
export function useTextEditor({
  value,
  onChange,
  onBlur,
  onTools,
  onPictures,
  attributes,
}: TextEditor): Editor {
  // The editor serialises HTML differently, so the original value is remembered together with its
  // serialised form.
  const original = useRef({ value, html: '' })
  const lastReported = useRef(value)
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    onCreate: ({ editor: made }) => {
      original.current.html = made.getHTML()
    },
    onUpdate: ({ editor: changed }) => {
      const html = changed.isEmpty ? '' : changed.getHTML()
      lastReported.current = changed.getHTML() === original.current.html ? original.current.value : html
      onChange(lastReported.current)
    },
    onBlur,
    editorProps: {
      attributes,
      // Otherwise the editor would consume Escape and its dialog could not be closed by it.
      handleDOMEvents: { keydown: (_, { key }) => key === 'Escape' },
      handleKeyDown: (_, { altKey, key }) => {
        if (!altKey || key !== 'F10') return false
        onTools()
        return true
      },
      handlePaste: (_, event) => takePictures(event.clipboardData, onPictures),
      handleDrop: (_, event, __, moved) => !moved && takePictures(event.dataTransfer, onPictures),
    },
  })
  useEffect(() => {
    if (value === lastReported.current) return
    editor.commands.setContent(value, { emitUpdate: false })
    original.current = { value, html: editor.getHTML() }
    lastReported.current = value
  }, [editor, value])
  return editor
}

/** Whether files were pasted or dropped. */
function takePictures(data: DataTransfer | null, take: (files: readonly File[]) => void): boolean {
  const files = filesOf(data)
  if (files.length > 0) take(files)
  return files.length > 0
}

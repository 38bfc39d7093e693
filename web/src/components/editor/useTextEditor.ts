import { type Editor, useEditor } from '@tiptap/react'
import { useEffect, useRef } from 'react'
import { extensions } from './extensions.ts'

interface TextEditor {
  /** HTML; empty for an empty text. */
  value: string
  onChange: (value: string) => void
  onBlur: () => void
  /** Alt+F10. */
  onTools: () => void
  /** Pictures that were pasted or dropped. */
  onPictures: (files: File[]) => void
  attributes: Record<string, string>
}

/** The editor of one text. What comes from outside replaces what it holds; undoing everything gives it back as it was. */
export function useTextEditor({
  value,
  onChange,
  onBlur,
  onTools,
  onPictures,
  attributes,
}: TextEditor): Editor {
  // The editor writes HTML its own way, so that the text it was given is remembered beside its own writing of it.
  const given = useRef({ value, html: '' })
  const told = useRef(value)
  const editor = useEditor({
    extensions,
    content: value,
    injectCSS: false,
    onCreate: ({ editor: made }) => {
      given.current.html = made.getHTML()
    },
    onUpdate: ({ editor: changed }) => {
      const html = changed.isEmpty ? '' : changed.getHTML()
      told.current = changed.getHTML() === given.current.html ? given.current.value : html
      onChange(told.current)
    },
    onBlur,
    editorProps: {
      attributes,
      // Else the editor would take the key for itself, and its dialog could not be left by it.
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
    if (value === told.current) return
    editor.commands.setContent(value, { emitUpdate: false })
    given.current = { value, html: editor.getHTML() }
    told.current = value
  }, [editor, value])
  return editor
}

/** Whether files came in; text beside them (as from a word processor) is taken instead. */
function takePictures(data: DataTransfer | null, take: (files: File[]) => void): boolean {
  const files = [...(data?.files ?? [])]
  if (files.length === 0 || data?.types.includes('text/html')) return false
  take(files)
  return true
}

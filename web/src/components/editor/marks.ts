import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBold,
  IconH1,
  IconH2,
  IconH3,
  IconItalic,
  IconList,
  IconListNumbers,
  type IconProps,
  IconUnderline,
} from '@tabler/icons-react'
import type { ChainedCommands, Editor } from '@tiptap/react'
import type { ComponentType } from 'react'

/** A button of the toolbar that changes the text at the cursor. */
export interface Mark {
  key: 'bold' | 'italic' | 'underline' | 'h1' | 'h2' | 'h3' | 'bullets' | 'numbers' | 'undo' | 'redo'
  icon: ComponentType<IconProps>
  /** Shortcut for display; the editor already handles it. */
  keys: string
  run: (chain: ChainedCommands) => ChainedCommands
  /** Whether it is active at the cursor. */
  on?: (editor: Editor) => boolean
  /** Whether it would have no effect. */
  off?: (editor: Editor) => boolean
}

const heading = (level: 1 | 2 | 3, icon: Mark['icon']): Mark => ({
  key: `h${level}`,
  icon,
  keys: `Ctrl+Alt+${level}`,
  run: (chain) => chain.toggleHeading({ level }),
  on: (editor) => editor.isActive('heading', { level }),
})

const letters = (key: 'bold' | 'italic' | 'underline', icon: Mark['icon'], keys: string): Mark => ({
  key,
  icon,
  keys,
  run: (chain) => chain.toggleMark(key),
  on: (editor) => editor.isActive(key),
})

/** The buttons of the toolbar, in groups. */
export const marks: readonly (readonly Mark[])[] = [
  [heading(1, IconH1), heading(2, IconH2), heading(3, IconH3)],
  [
    letters('bold', IconBold, 'Ctrl+B'),
    letters('italic', IconItalic, 'Ctrl+I'),
    letters('underline', IconUnderline, 'Ctrl+U'),
  ],
  [
    {
      key: 'bullets',
      icon: IconList,
      keys: 'Ctrl+Shift+8',
      run: (chain) => chain.toggleBulletList(),
      on: (editor) => editor.isActive('bulletList'),
    },
    {
      key: 'numbers',
      icon: IconListNumbers,
      keys: 'Ctrl+Shift+7',
      run: (chain) => chain.toggleOrderedList(),
      on: (editor) => editor.isActive('orderedList'),
    },
  ],
]

export const history: readonly Mark[] = [
  {
    key: 'undo',
    icon: IconArrowBackUp,
    keys: 'Ctrl+Z',
    run: (chain) => chain.undo(),
    off: (editor) => !editor.can().undo(),
  },
  {
    key: 'redo',
    icon: IconArrowForwardUp,
    keys: 'Ctrl+Shift+Z',
    run: (chain) => chain.redo(),
    off: (editor) => !editor.can().redo(),
  },
]

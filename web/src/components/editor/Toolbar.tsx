import { Loader } from '@mantine/core'
import { IconLink, IconPhoto } from '@tabler/icons-react'
import { type Editor, useEditorState } from '@tiptap/react'
import {
  type ComponentProps,
  type FocusEvent,
  Fragment,
  type KeyboardEvent,
  type RefObject,
  useRef,
  useState,
} from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './editor.module.css'
import { history, type Mark, marks } from './marks.ts'

interface ToolbarProps {
  editor: Editor
  /** Set here: moves the focus to the toolbar. */
  focusToolbar: RefObject<() => void>
  /** The link input is open. */
  linking: boolean
  onLink: () => void
  onPictures: (files: readonly File[]) => void
  /** A picture is uploading. */
  busy: boolean
}

/** The toolbar of the editor: labelled buttons that show the state at the cursor, one tab stop. */
export function Toolbar({ onPictures, ...props }: ToolbarProps) {
  const t = useTranslations()
  const file = useRef<HTMLInputElement>(null)
  const { bar, tabIndex, focus } = useToolbarKeys()
  props.focusToolbar.current = focus
  const groups = useTools(props, () => file.current?.click())
  const places = groups.flat()
  return (
    <div role="toolbar" aria-label={t('editor.tools')} className={classes.bar} {...bar}>
      {groups.map((tools, group) => (
        <Fragment key={tools[0]?.label}>
          {group > 0 && <hr />}
          {tools.map((tool) => (
            <IconButton key={tool.label} size="small" tabIndex={tabIndex(places.indexOf(tool))} {...tool} />
          ))}
        </Fragment>
      ))}
      <input
        ref={file}
        type="file"
        hidden
        multiple
        accept=".jpg,.jpeg,.png"
        aria-label={t('editor.picture')}
        onChange={(event) => {
          onPictures([...(event.target.files ?? [])])
          event.target.value = ''
        }}
      />
    </div>
  )
}

type Tool = ComponentProps<typeof IconButton>

const Busy = () => <Loader size={14} color="currentColor" />

function useTools(
  { editor, linking, onLink, busy }: Omit<ToolbarProps, 'onPictures'>,
  choosePicture: () => void,
): Tool[][] {
  const t = useTranslations()
  const states = useStates(editor)
  const tool = ({ key, icon, keys, run, on }: Mark): Tool => ({
    icon,
    label: t(`editor.${key}`),
    title: `${t(`editor.${key}`)} (${keys})`,
    // Not `disabled`: a button that becomes disabled would lose the focus.
    ...(on ? { pressed: states[key], 'aria-pressed': states[key] } : { 'aria-disabled': !states[key] }),
    onMouseDown: (event) => event.preventDefault(), // keeps the selection
    onClick: () => run(editor.chain().focus()).run(),
  })
  const link: Tool = {
    icon: IconLink,
    label: t('editor.link'),
    onClick: onLink,
    pressed: linking || states.link,
    'aria-pressed': states.link,
    'aria-expanded': linking,
  }
  const picture: Tool = {
    icon: busy ? Busy : IconPhoto,
    label: t('editor.picture'),
    onClick: choosePicture,
    'aria-busy': busy,
  }
  return [...marks.map((group) => group.map(tool)), [link, picture], history.map(tool)]
}

/** Which marks are active at the cursor, and whether undo and redo are possible. */
function useStates(editor: Editor): Record<Mark['key'] | 'link', boolean> {
  return useEditorState({
    editor,
    selector: () => {
      const all = [...marks.flat(), ...history]
      const states = all.map(({ key, on, off }) => [key, on ? on(editor) : !off?.(editor)])
      return { ...Object.fromEntries(states), link: editor.isActive('link') }
    },
  })
}

/** One tab stop for the toolbar; arrow keys, Home and End move inside it. */
function useToolbarKeys() {
  const toolbarRef = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const buttons = () => [...(toolbarRef.current?.querySelectorAll<HTMLElement>('button') ?? [])]
  const onKeyDown = (event: KeyboardEvent) => {
    const all = buttons()
    const targetIndexes: Record<string, number> = {
      ArrowRight: current + 1,
      ArrowLeft: current - 1,
      Home: 0,
      End: -1,
    }
    const next = targetIndexes[event.key]
    if (next === undefined) return
    event.preventDefault()
    all.at(next % all.length)?.focus()
  }
  const onFocus = (event: FocusEvent<HTMLElement>) => {
    const index = buttons().indexOf(event.target)
    if (index >= 0) setCurrent(index)
  }
  return {
    bar: { ref: toolbarRef, onKeyDown, onFocus },
    tabIndex: (index: number) => (index === current ? 0 : -1),
    focus: () => buttons()[current]?.focus(),
  }
}

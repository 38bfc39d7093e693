// Snackbars with undo.
import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconAlertCircle, IconCheck, IconX } from '@tabler/icons-react'
import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useMessage } from '../../../lib/i18n/i18n.tsx'
import { IconButton } from '../IconButton.tsx'
import classes from './notify.module.css'

/** Milliseconds that a snackbar is shown. */
const DURATION = 3000
/** Milliseconds that a snackbar which can undo is shown. */
const UNDO_DURATION = 6000

interface NoticeOptions {
  params?: Record<string, string | number>
  /** Milliseconds; three seconds by default. */
  duration?: number
  /** At the top, where it does not cover the next button. */
  above?: boolean
  /** Undoes the operation. */
  undo?: () => void
  /** Opens the record. */
  show?: () => void
  /** Subject: a later snackbar with the same subject replaces it. */
  subject?: string
}

/** Shows snackbars by text or common key: announced to screen readers, closed after three seconds. */
export const notify = {
  success(key: string, options: NoticeOptions = {}) {
    show('success', key, options)
  },
  error(key: string, options: NoticeOptions = {}) {
    show('error', key, options)
  },
  /** Hides the open snackbar with this subject, such as one whose undo is no longer possible. */
  hide(subject: string) {
    const id = openIds.get(subject)
    if (id) notifications.hide(id)
  },
}

/** Ids of open snackbars by subject or text; a repeated one replaces the first. */
const openIds = new Map<string, string>()

function show(kind: 'success' | 'error', key: string, options: NoticeOptions) {
  const { params, duration, above, undo, show: onShow, subject } = options
  const text = subject ?? JSON.stringify([key, params])
  const id = `${text} ${performance.now()}`
  const earlier = openIds.get(text)
  if (earlier) notifications.hide(earlier)
  openIds.set(text, id)
  const hide = () => void notifications.hide(id)
  const { start, stop, pauses } = closeAfter(duration ?? (undo ? UNDO_DURATION : DURATION), hide)
  const hiding = (work: (() => void) | undefined) =>
    work &&
    (() => {
      hide()
      work()
    })
  notifications.show({
    id,
    message: <Notice text={key} params={params} undo={hiding(undo)} show={hiding(onShow)} onClose={hide} />,
    ...(above && { position: 'top-center' }),
    autoClose: false, // Mantine would keep it open when the pointer is there by chance
    onOpen: start,
    ...pauses,
    onClose: () => {
      stop()
      if (openIds.get(text) === id) openIds.delete(text)
    },
    withCloseButton: false, // Mantine's has no accessible name; the notice renders its own
    icon: kind === 'success' ? <IconCheck size={18} /> : <IconAlertCircle size={18} />,
    role: kind === 'success' ? 'status' : 'alert',
    className: classes[kind] ?? '',
  })
}

interface NoticeProps {
  text: string
  params: NoticeOptions['params']
  undo: (() => void) | undefined
  show: (() => void) | undefined
  onClose: () => void
}

/** A component, so that an open snackbar follows the language. */
function Notice({ text, params, undo, show, onClose }: NoticeProps) {
  const message = useMessage()
  const t = useTranslations()
  const came = useRef<HTMLElement>(null)
  /** Restores the focus before the snackbar is removed. */
  const restoringFocus = (then: () => void) => () => {
    if (came.current?.isConnected) came.current.focus({ preventScroll: true })
    then()
  }
  useUndoKey(undo)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only records where the focus came from
    <span
      className={classes.notice}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          came.current = relatedTarget
      }}
    >
      <span className={classes.text}>{message(text, params)}</span>
      {undo && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-keyshortcuts="Control+Z"
          title="Ctrl+Z"
          onClick={restoringFocus(undo)}
        >
          {t('common.undo')}
        </Button>
      )}
      {show && (
        <Button variant="subtle" size="compact-sm" onClick={restoringFocus(show)}>
          {t('common.show')}
        </Button>
      )}
      <IconButton size="small" icon={IconX} label={t('common.close')} onClick={restoringFocus(onClose)} />
    </span>
  )
}

/** Undo functions of open snackbars, the latest last. */
const undoing: (() => void)[] = []

/**
 * Ctrl+Z undoes the latest operation while its snackbar is open; in an input it is the input's undo. The key works as
 * soon as the snackbar is shown: on a slow machine other effects run later.
 */
function useUndoKey(undo: (() => void) | undefined) {
  const canUndo = undo !== undefined
  const run = useEffectEvent(() => undo?.())
  useLayoutEffect(() => {
    if (!canUndo) return
    const entry = () => run()
    undoing.push(entry)
    return () => void undoing.splice(undoing.indexOf(entry), 1)
  }, [canUndo])
}
addEventListener('keydown', (event) => {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z'
  if (!isUndo || event.defaultPrevented || isTyping(event.target)) return
  event.preventDefault() // the browser's own undo would focus and empty a filter that was typed before
  undoing.at(-1)?.()
})

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, input:not([type=checkbox], [type=radio])'))

/** A pointer movement of mouse events. */
interface Movement {
  movementX: number
  movementY: number
}

/**
 * Runs `end` after a snackbar was shown for so many milliseconds, paused while the pointer or the focus is on it. A
 * pointer that was there before and does not move does not count.
 */
function closeAfter(milliseconds: number, end: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  const on = { pointer: false, focus: false }
  const stop = () => clearTimeout(timer)
  const start = () => {
    stop()
    if (!on.pointer && !on.focus) timer = setTimeout(end, milliseconds)
  }
  const set = (what: keyof typeof on, isOn: boolean) => {
    on[what] = isOn
    start()
  }
  const pauses = {
    onMouseMove({ movementX, movementY }: Movement) {
      if (movementX !== 0 || movementY !== 0) set('pointer', true)
    },
    onMouseLeave: () => set('pointer', false),
    onFocus: () => set('focus', true),
    onBlur: () => set('focus', false),
  }
  return { start, stop, pauses }
}

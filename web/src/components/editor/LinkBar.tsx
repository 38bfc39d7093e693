import { Button } from '@mantine/core'
import { IconAlertCircle, IconLinkOff, IconX } from '@tabler/icons-react'
import type { Editor } from '@tiptap/react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { IconButton } from '../ui/IconButton.tsx'
import classes from './editor.module.css'
import { webLink } from './webLink.ts'

/**
 * The input for the URL of the link at the cursor, below the toolbar. The URL is validated before it is
 * applied.
 */
export function LinkBar({ editor, onClose }: { editor: Editor; onClose: () => void }) {
  const t = useTranslations()
  const id = useId()
  const [now] = useState(() => String(editor.getAttributes('link').href ?? ''))
  const [typed, setTyped] = useState(now)
  const [wrong, setWrong] = useState(false)
  const close = () => {
    editor.commands.focus()
    onClose()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetLink().run()
    onClose()
  }
  const take = () => {
    const href = webLink(typed)
    if (!href) return setWrong(true)
    applyLink(editor, href)
    onClose()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault() // keeps Enter from the surrounding form and Escape from its dialog
    if (event.key === 'Escape') return close()
    event.stopPropagation() // Ctrl+Enter would also save the form
    take()
  }
  return (
    <div className={classes.link}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the user opened it by a button
        autoFocus
        type="url"
        className={classes.address}
        aria-label={t('editor.address')}
        aria-invalid={wrong || undefined}
        aria-describedby={wrong ? id : undefined}
        placeholder="https://"
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setWrong(false)
        }}
        onKeyDown={onKeyDown}
      />
      <Button variant="default" size="compact-sm" onClick={take}>
        {t('editor.apply_link')}
      </Button>
      {now && <IconButton size="small" icon={IconLinkOff} label={t('editor.remove_link')} onClick={remove} />}
      <IconButton size="small" icon={IconX} label={t('common.cancel')} onClick={close} />
      {wrong && (
        <p id={id} role="alert" className={classes.wrong}>
          <IconAlertCircle size={14} aria-hidden />
          {t('validation.url')}
        </p>
      )}
    </div>
  )
}

/** Links the selection or updates the link at the cursor; with neither, inserts the URL as text. */
function applyLink(editor: Editor, href: string) {
  const chain = editor.chain().focus()
  if (editor.state.selection.empty && !editor.isActive('link'))
    chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run()
  else chain.extendMarkRange('link').setLink({ href }).run()
}

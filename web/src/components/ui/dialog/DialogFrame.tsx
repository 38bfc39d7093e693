import { Modal } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { useIsPhone } from '../../../lib/layout/useMedia.ts'
import { ConnectionBar } from '../ConnectionBar.tsx'
import classes from './Dialog.module.css'
import type { DialogProps } from './Dialog.tsx'
import { placeSnackbarsAbove } from './placeSnackbarsAbove.ts'
import { useBlockInput } from './useBlockInput.ts'

/** The markup of a dialog. */
export function DialogFrame({
  title,
  subtitle,
  tools,
  width = 520,
  note,
  buttons,
  isBusy = false,
  onClose,
  tall,
  full,
  brief,
  sheet,
  ownHead,
  onKey,
  children,
}: DialogProps) {
  const phone = useIsPhone()
  const rises = phone && sheet
  const fills = full || (phone && !brief && !sheet)
  const body = useRef<HTMLDivElement>(null)
  useBlockInput(body, isBusy)
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={rises ? '100%' : width}
      fullScreen={fills}
      centered={!tall}
      yOffset={rises ? 0 : 40}
      {...(rises && { xOffset: 0 })}
      padding={0}
      closeOnEscape={false} // Mantine would close all open dialogs at once
      // Mantine would also apply a plain `className` to the wrapper.
      classNames={{ content: classes.content ?? '', inner: (rises && classes.rising) || '' }}
    >
      <Modal.Overlay className={classes.overlay ?? ''} />
      <Modal.Content
        ref={begin}
        onFocusCapture={markAutofocus}
        {...useTabSelects(isBusy ? undefined : onKey)}
        data-tall={tall || undefined}
        data-full={fills || undefined}
        {...(ownHead && { 'aria-label': title })}
      >
        {!ownHead && <Head title={title} subtitle={subtitle} tools={tools} />}
        {!brief && <ConnectionBar />}
        {/* Content that scrolls must be focusable for the keyboard. */}
        <Modal.Body ref={body} className={classes.body ?? ''} {...(tall && { tabIndex: 0 })}>
          {children}
        </Modal.Body>
        {(note || buttons) && (
          <div ref={placeSnackbarsAbove} className={classes.foot}>
            <div className={classes.note}>{note}</div>
            {buttons}
          </div>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

/**
 * Focuses the dialog at once. Mantine's focus trap does so in a timeout; keys before that would go to the
 * page behind.
 */
function begin(content: HTMLElement | null) {
  content?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true })
}

/**
 * Marks the focused element as the trap's autofocus target, because the trap's timeout would move the
 * focus away from it.
 */
function markAutofocus({ target, currentTarget }: FocusEvent<HTMLElement>) {
  if (!currentTarget.contains(target)) return // in a nested dialog
  for (const other of currentTarget.querySelectorAll('[data-autofocus]'))
    other.removeAttribute('data-autofocus')
  target.setAttribute('data-autofocus', '')
}

/**
 * Selects the content of an input on Tab, as browsers do: the focus trap moves the focus by script, which
 * does not select, and typed digits would be appended to the old number.
 */
function useTabSelects(onKey: DialogProps['onKey']) {
  const isTab = useRef(false)
  return {
    onKeyDownCapture: (event: KeyboardEvent<HTMLElement>) => {
      isTab.current = event.key === 'Tab'
      onKey?.(event)
    },
    onPointerDownCapture: () => {
      isTab.current = false
    },
    onFocus: ({ target }: FocusEvent) => {
      if (isTab.current && target instanceof HTMLInputElement) target.select()
    },
  }
}

function Head({ title, subtitle, tools }: Pick<DialogProps, 'title' | 'subtitle' | 'tools'>) {
  const t = useTranslations()
  return (
    <Modal.Header role="none" className={classes.head ?? ''}>
      <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
      {subtitle && (
        <span className={classes.subtitle} title={typeof subtitle === 'string' ? subtitle : undefined}>
          {subtitle}
        </span>
      )}
      {tools && <div className={classes.tools}>{tools}</div>}
      <Modal.CloseButton size={32} title={t('common.close')} aria-label={t('common.close')} />
    </Modal.Header>
  )
}

import { Button } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import classes from './SecretDialog.module.css'

interface CodeProps {
  text: string
  /** What is copied, for screen readers. */
  label: string
  onCopied?: () => void
  /** The button gets the initial focus of its dialog. */
  isFirst?: boolean
}

/** A text to copy verbatim. */
export const Code = ({ text, ...rest }: CodeProps) => (
  <div className={classes.code}>
    <code className={classes.verbatim}>{text}</code>
    <CopyButton text={text} {...rest} />
  </div>
)

/** Copies a text to the clipboard and says so. */
export function CopyButton({ text, label, onCopied, isFirst }: CodeProps) {
  const t = useTranslations()
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  const Icon = isCopied ? IconCheck : IconCopy
  const copy = async () => {
    if (!(await copyText(text))) return
    setCopied(text)
    onCopied?.()
  }
  return (
    <Button
      variant="default"
      data-autofocus={isFirst || undefined}
      leftSection={<Icon size={16} aria-hidden />}
      aria-label={`${isCopied ? t('common.copied') : t('common.copy')}: ${label}`}
      onClick={() => void copy()}
    >
      <span role="status">{isCopied ? t('common.copied') : t('common.copy')}</span>
    </Button>
  )
}

/** Resolves with whether it was copied. The clipboard API requires https, which local servers often lack. */
async function copyText(text: string) {
  if (window.isSecureContext)
    return navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    )
  let isTaken = false
  const give = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
    isTaken = true
  }
  document.addEventListener('copy', give, { once: true, capture: true })
  document.execCommand('copy')
  document.removeEventListener('copy', give, { capture: true })
  return isTaken
}

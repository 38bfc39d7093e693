import { CopyButton } from '../CopyButton.tsx'
import classes from './SecretDialog.module.css'

interface CodeProps {
  text: string
  /** Accessible name. */
  label: string
  onCopied?: () => void
  /** The copy button gets the initial focus of its dialog. */
  isFirst?: boolean
}

/** A text to copy verbatim. */
export const Code = ({ text, ...rest }: CodeProps) => (
  <div className={classes.code}>
    <code>{text}</code>
    <CopyButton text={text} {...rest} />
  </div>
)

import { CopyButton } from '../CopyButton.tsx'
import classes from './SecretDialog.module.css'

interface CodeProps {
  text: string
  /** What it is, for screen readers. */
  label: string
  onCopied?: () => void
  /** Copying has the focus when its dialog opens. */
  isFirst?: boolean
}

/** A text to be copied as it stands. */
export const Code = ({ text, ...rest }: CodeProps) => (
  <div className={classes.code}>
    <code>{text}</code>
    <CopyButton text={text} {...rest} />
  </div>
)

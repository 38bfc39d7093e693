import { IconInfoCircle } from '@tabler/icons-react'
import { useTexts } from '../../lib/i18n/useTexts.ts'
import classes from './LoginPage.module.css'
import { texts } from './texts.ts'

/** Says who may sign in while the demo data is loaded. */
export function DemoNote({ username, onFill }: { username: string; onFill: () => void }) {
  const t = useTexts(texts)
  return (
    <div className={classes.note}>
      <IconInfoCircle size={18} stroke={1.6} aria-hidden />
      <p>
        {t.rich('login.demo', { username, b: (text) => <b>{text}</b> })}{' '}
        <button type="button" className={classes.link} onClick={onFill}>
          {t('login.fill')}
        </button>
      </p>
    </div>
  )
}

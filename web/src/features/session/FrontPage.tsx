// In Mantine's cascade order.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { type ReactNode, useEffect } from 'react'
import { Mark } from '../../components/shell/Mark.tsx'
import { useAbout } from '../../lib/api/useAbout.ts'
import { LoginBackground } from './LoginBackground.tsx'
import { LoginFoot } from './LoginFoot.tsx'
import classes from './LoginPage.module.css'

interface FrontPageProps {
  title: string
  /** Name of the app. */
  name?: string
  /** Banner at the top. */
  bar?: ReactNode
  children: ReactNode
}

/** The page layout for visitors, shared by the sign-in pages of both apps. */
export function FrontPage({ title, name = 'Kontor', bar, children }: FrontPageProps) {
  const about = useAbout()
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
  return (
    <div className={classes.page}>
      <main className={classes.side}>
        {bar}
        <div className={classes.brand}>
          <Mark size={26} />
          {name}
        </div>
        {children}
        <LoginFoot build={about?.build} />
      </main>
      <LoginBackground />
    </div>
  )
}

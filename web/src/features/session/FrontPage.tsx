// In the order in which Mantine lays them over each other.
import '@mantine/core/styles/UnstyledButton.layer.css'
import '@mantine/core/styles/Button.layer.css'
import '@mantine/core/styles/ActionIcon.layer.css'
import '@mantine/core/styles/Loader.layer.css'
import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/PasswordInput.layer.css'
import { type ReactNode, useEffect } from 'react'
import { useAbout } from '../../kit/net/useAbout.ts'
import { Mark } from '../../kit/shell/Mark.tsx'
import { LoginFoot } from './LoginFoot.tsx'
import classes from './LoginPage.module.css'
import { Tread } from './Tread.tsx'

interface FrontPageProps {
  title: string
  /** Whose door it is. */
  name?: string
  /** Above everything. */
  bar?: ReactNode
  children: ReactNode
}

/** What everybody sees who is not signed in: the doors of both apps look alike, so that it is seen to be the same house. */
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
      <Tread />
    </div>
  )
}

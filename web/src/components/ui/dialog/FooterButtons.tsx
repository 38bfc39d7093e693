import { Button } from '@mantine/core'
import type { ComponentProps } from 'react'
import { useTranslations } from 'use-intl'

type FooterButtonProps = ComponentProps<typeof Button<'button'>>

/** Leaves a dialog without doing what it is for; 'Odustani' by default. */
export const CancelButton = ({ children, ...props }: FooterButtonProps) => {
  const t = useTranslations()
  return (
    <Button size="md" variant="default" {...props}>
      {children ?? t('common.cancel')}
    </Button>
  )
}

/** Leaves a dialog that only shows something. */
export const CloseButton = (props: FooterButtonProps) => {
  const t = useTranslations()
  return <CancelButton {...props}>{t('common.close')}</CancelButton>
}

import { Button } from '@mantine/core'
import { IconDeviceMobile } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useMedia } from '../../lib/layout/useMedia.ts'
import classes from './compose.module.css'

/** Whether the screen is wide enough for a preview next to the form. */
export const useHasPreviewRoom = () => useMedia('(min-width: 80em)')

/** A form with a preview at its right; on narrow screens the preview is above it, collapsed. */
export function Previewed({ preview, children }: { preview: ReactNode; children: ReactNode }) {
  const t = useTranslations()
  const hasRoom = useHasPreviewRoom()
  const [isPreviewOpen, ask] = useState(false)
  const shown = <div className={classes.preview}>{preview}</div>
  return (
    <div className={classes.previewed}>
      {!hasRoom && (
        <Button
          variant="default"
          role="switch"
          aria-checked={isPreviewOpen}
          leftSection={<IconDeviceMobile size={16} />}
          className={classes.switch ?? ''}
          onClick={() => ask(!isPreviewOpen)}
        >
          {t('compose.preview')}
        </Button>
      )}
      {!hasRoom && isPreviewOpen && shown}
      <div className={classes.fields}>{children}</div>
      {hasRoom && shown}
    </div>
  )
}

import { IconDownload, IconPhoto } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import classes from '../form.module.css'

interface PictureProps {
  source: string | null
  wrong?: boolean
  /** Aspect ratio 16:9, as in the partners' app. */
  wide?: boolean | undefined
}

/** A record's picture, or a placeholder. */
export function Picture({ source, wrong, wide }: PictureProps) {
  const t = useTranslations()
  return (
    <div className={classes.picture} data-error={wrong || undefined} data-wide={wide || undefined}>
      {source ? (
        <img src={source} alt="" />
      ) : (
        <>
          <IconPhoto size={28} stroke={1.4} aria-hidden />
          <span>{t('image.none')}</span>
        </>
      )}
    </div>
  )
}

/** Downloads the picture. */
export function PictureLink({ source }: { source: string }) {
  const t = useTranslations()
  return (
    <a
      className={classes.download}
      href={source}
      download
      title={t('image.download')}
      aria-label={t('image.download')}
    >
      <IconDownload size={18} aria-hidden />
    </a>
  )
}

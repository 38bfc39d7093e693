import { IconBookmarkOff, IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Bar } from '../../ui/Bar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PlainButton } from '../../ui/PlainButton.tsx'

/** In place of a view, or of the list of a link, that filters by what its reader may not see: without that filter it would be another list. */
export function WithheldView({ isLink }: { isLink: boolean }) {
  const t = useTranslations()
  const navigate = useNavigate()
  return (
    <Notice
      icon={IconLock}
      level={1}
      title={t(isLink ? 'view.withheld_link' : 'view.withheld')}
      text={t('view.withheld_text')}
    >
      {/* Every list has it: the type of one page's search is not known here. */}
      <PlainButton onClick={() => void navigate({ to: '.', search: {} as never })}>
        {t('view.all')}
      </PlainButton>
    </Notice>
  )
}

/** Over a list whose address names a view that has been deleted, or is no longer shared. */
export function GoneView({ onClose }: { onClose: () => void }) {
  const t = useTranslations()
  return (
    <div role="status">
      <Bar icon={IconBookmarkOff} tone="warn">
        <span>{t('view.gone')}</span>
        <PlainButton small onClick={onClose}>
          {t('common.ok')}
        </PlainButton>
      </Bar>
    </div>
  )
}

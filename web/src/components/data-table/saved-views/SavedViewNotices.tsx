import { IconBookmarkOff, IconLock } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Bar } from '../../ui/Bar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PlainButton } from '../../ui/PlainButton.tsx'

/**
 * Shown instead of a view or a linked list whose filter uses a column that the user may not see: without
 * that filter the rows would differ.
 */
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
      {/* Generic over pages, so the search type is not known here. */}
      <PlainButton onClick={() => void navigate({ to: '.', search: {} as never })}>
        {t('table.clear')}
      </PlainButton>
    </Notice>
  )
}

/** Notice above a list whose URL names a view that was deleted or is no longer shared. */
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

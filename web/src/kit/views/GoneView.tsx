import { IconBookmarkOff } from '@tabler/icons-react'
import { Bar } from '../look/Bar.tsx'
import { PlainButton } from '../look/PlainButton.tsx'
import { useTexts } from '../texts/useTexts.ts'
import { viewTexts as texts } from './texts.ts'

/** Over a list whose address names a view that has been deleted, or is no longer shared. */
export function GoneView({ onClose }: { onClose: () => void }) {
  const t = useTexts(texts)
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

import { type Slider, sliderList } from '@kontor/contract/sliders'
import { hasField, SEMINAR } from '@kontor/contract/sliders/kinds'
import { useTranslations } from 'use-intl'
import { Prose } from '../../components/editor/Prose.tsx'
import { DetailsDialog, type Fact } from '../../components/form/DetailsDialog.tsx'
import { Picture } from '../../components/form/fields/Picture.tsx'
import { sliderImageUrl } from '../../lib/api/imageUrls.ts'
import { useFormat } from '../../lib/i18n/useFormat.ts'
import { SliderVisibility } from './SliderVisibility.tsx'

const fields = [
  { key: 'type' },
  { key: 'category_names' },
  { key: 'state', cell: (row: Slider) => <SliderVisibility {...row} /> },
  { key: 'position' },
  { key: 'visible_from' },
  { key: 'visible_until' },
  { key: 'is_active' },
  { key: 'updated_at' },
] as const

/** A slider as partners see it, with internal details. */
export function SliderDetails({ row, onClose }: { row: Slider; onClose: () => void }) {
  return (
    <DetailsDialog
      row={row}
      list={sliderList}
      fields={fields}
      more={useFacts(row)}
      subtitle={row.name}
      picture={sliderImageUrl(row.image)}
      width={880}
      onClose={onClose}
    >
      {row.wyswygimg && <Picture source={sliderImageUrl(row.wyswygimg)} />}
      {row.page_content_details && <Prose html={row.page_content_details} />}
    </DetailsDialog>
  )
}

/** Fields of the slider's type. */
function useFacts(row: Slider): Fact[] {
  const t = useTranslations()
  const { date, integer } = useFormat()
  const { type, url, welcome_message, product, available_dates, notification_text } = row
  return [
    hasField(type, 'dates') && {
      label: t('sliders.dates'),
      value: available_dates.map(date).join(', '),
    },
    type === SEMINAR && { label: t('sliders.partners'), value: integer(row.registrations) },
    hasField(type, 'product_id') && {
      label: t('sliders.product'),
      value: product && `${product.erp_code} · ${product.name}`,
    },
    hasField(type, 'product_id') && { label: t('sliders.orders'), value: integer(row.orders) },
    hasField(type, 'url') && {
      label: t('sliders.url'),
      value: url && (
        <a href={url} target="_blank" rel="noopener noreferrer">
          {url}
        </a>
      ),
    },
    hasField(type, 'welcome_message') && { label: t('sliders.welcome_message'), value: welcome_message },
    hasField(type, 'notification_text') && {
      label: t('sliders.notification_text'),
      value: notification_text,
    },
  ].filter((fact) => fact !== false)
}

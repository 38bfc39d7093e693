import { officeToday } from '@kontor/contract/lib/text/locales'
import { products } from '@kontor/contract/products'
import type { Slider } from '@kontor/contract/sliders'
import { hasField, IMAGE, PROMOTION, SEMINAR, sliderTypeOf, TRAINING } from '@kontor/contract/sliders/kinds'
import { Button, SegmentedControl } from '@mantine/core'
import { IconBrandYoutube, IconCalendarEvent, IconMessageCircle } from '@tabler/icons-react'
import { memo, useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { useFormValues } from '../../components/form/FormContext.ts'
import type { Values } from '../../components/form/recordForm.ts'
import cards from '../../components/portal/card.module.css'
import tiles from '../../components/portal/tile.module.css'
import { Phone, PushCard } from '../../components/publishing/Phone.tsx'
import { useObjectUrl } from '../../components/ui/useObjectUrl.ts'
import { sliderImageUrl } from '../../lib/api/imageUrls.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useDayNames } from './portal/dayNames.ts'
import classes from './portal/SliderPage.module.css'
import { CardContent, OpenSlider, ProductLine } from './portal/SliderParts.tsx'

/** A preview of the edited slider, with the components of the partners' app. */
export function SliderPreview({ row }: { row: Slider | null }) {
  return <Shown row={row} values={useDeferredValue(useFormValues())} />
}

const Shown = memo(function Shown({ row, values }: { row: Slider | null; values: Values }) {
  const t = useTranslations()
  const [part, setPart] = useState<'card' | 'page'>('card')
  const picture = usePicture(values.image, row?.image)
  const more = usePicture(values.wyswygimg, values.remove ? undefined : row?.wyswygimg)
  const type = sliderTypeOf(values.type)
  if (!type) return <Phone>{null}</Phone>
  const slider = sliderOf(type, values, t('sliders.no_name'))
  const isOpen = part === 'page' && type !== IMAGE
  return (
    <Phone
      above={
        type !== IMAGE && (
          <SegmentedControl
            size="xs"
            aria-label={t('sliders.preview_part')}
            value={part}
            onChange={(next) => setPart(next)}
            data={[
              { value: 'card', label: t('sliders.preview_card') },
              { value: 'page', label: t('sliders.preview_page') },
            ]}
          />
        )
      }
    >
      {isOpen ? (
        <OpenSlider slider={slider} picture={picture} more={hasField(type, 'wyswygimg') ? more : null}>
          {type === TRAINING && <ActionLinks hasFilm={slider.url !== null} />}
          {type === SEMINAR && <Days days={slider.available_dates} />}
          {type === PROMOTION && <Offer chosen={values.product_id} />}
        </OpenSlider>
      ) : (
        <>
          {values.push_notification === true && (
            <PushCard title={slider.name} text={String(values.notification_text || '…')} />
          )}
          <div className={`${cards.card} ${tiles.card}`} style={{ height: 'auto' }}>
            <CardContent slider={slider} picture={picture} loading="eager" />
          </div>
        </>
      )}
    </Phone>
  )
})

/** URL of a chosen file that is not uploaded yet, else of the saved one. */
function usePicture(chosen: unknown, saved: string | null | undefined) {
  const shown = useObjectUrl(chosen instanceof File ? chosen : null)
  return shown ?? sliderImageUrl(saved ?? null)
}

/** The form's values in the shape of the partners' API. */
function sliderOf(type: Slider['type'], values: Values, noName: string) {
  const text = (name: 'url' | 'welcome_message' | 'page_content') =>
    hasField(type, name) && values[name] ? String(values[name]) : null
  const dates = hasField(type, 'dates') && Array.isArray(values.dates) ? values.dates.map(String) : []
  const today = officeToday()
  return {
    type,
    name: String(values.name || noName),
    ordered: 0,
    chosen_dates: [],
    waiting_dates: [],
    places: [],
    url: text('url'),
    welcome_message: text('welcome_message'),
    page_content: text('page_content'),
    available_dates: dates.filter((day) => day >= today).sort(),
  }
}

function ActionLinks({ hasFilm }: { hasFilm: boolean }) {
  const t = useTranslations()
  return (
    <div className={classes.actions}>
      {hasFilm && (
        <Button component="span" leftSection={<IconBrandYoutube size={20} />}>
          {t('portal.slider.watch')}
        </Button>
      )}
      <Button component="span" variant="default" leftSection={<IconMessageCircle size={20} />}>
        {t('portal.slider.ask')}
      </Button>
    </div>
  )
}

function Days({ days }: { days: readonly string[] }) {
  const t = useTranslations()
  const { day } = useDayNames()
  return (
    <section className={classes.section}>
      <h3>{t('portal.slider.days')}</h3>
      {days.length === 0 ? (
        <p className={cards.muted}>{t('portal.slider.no_days')}</p>
      ) : (
        <div className={`${cards.card} ${cards.rows}`}>
          {days.map((one) => (
            <p key={one} className={cards.row}>
              <IconCalendarEvent size={20} aria-hidden />
              <span className={cards.grow}>{day(one)}</span>
            </p>
          ))}
        </div>
      )}
      <Button component="span" fullWidth>
        {t('portal.slider.join')}
      </Button>
    </section>
  )
}

const product = z.object({ id: z.int(), name: z.string() })

/** Its price is only available to users who may see products. */
function Offer({ chosen }: { chosen: unknown }) {
  const t = useTranslations()
  const can = usePermission()
  const { id, name } = z.safeParse(product, chosen).data ?? {}
  const canRead = id !== undefined && can(products.one.permission)
  const { data } = useApiQuery(products.one, { params: { id: String(id) } }, { enabled: canRead })
  return (
    <section className={classes.section}>
      <h3>{t('portal.slider.order')}</h3>
      <div className={`${cards.card} ${cards.padded} ${cards.stack}`}>
        {data && canRead ? <ProductLine product={data} /> : <p className={cards.strong}>{name ?? '…'}</p>}
        <Button component="span" fullWidth>
          {t('portal.slider.order_do')}
        </Button>
      </div>
    </section>
  )
}

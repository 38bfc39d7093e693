import { catalogue } from '@kontor/contract/catalogue'
import { catalogueOrders } from '@kontor/contract/catalogueOrders'
import { Button } from '@mantine/core'
import { IconReceipt } from '@tabler/icons-react'
import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { ExportMenu } from '../../components/data-table/toolbar/ExportMenu.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'

/** Tools in the header of the catalogue: exports, and a link to the orders. */
export function CatalogueTools() {
  const t = useTranslations()
  const can = usePermission()
  const files = (['pdf', 'xlsx'] as const).map((format) => ({
    ...{ label: t(`catalogue.${format}`), route: catalogue.report, input: { query: { format } } },
  }))
  return (
    <>
      {can(catalogue.report.permission) && <ExportMenu onExport={undefined} files={files} />}
      {can(catalogueOrders.index.permission) && <OrdersButton />}
    </>
  )
}

/**
 * Opens the orders over the catalogue. After closing, the focus is on this button, also when a link
 * opened them.
 */
function OrdersButton() {
  const t = useTranslations()
  const go = useSearchHere()
  const query: Record<string, string> = useSearch({ strict: false })
  const isOpen = query.orders !== undefined
  const wasOpen = useRef(isOpen)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // When opened by a link, the focus was on the page as a whole before the dialog took it.
    const isFocusFree = document.activeElement?.matches('body, main, h1')
    if (wasOpen.current && !isOpen && isFocusFree) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <Button
      ref={button}
      ml={8}
      variant="default"
      aria-haspopup="dialog"
      leftSection={<IconReceipt size={16} stroke={1.6} />}
      onClick={() => go({ ...query, orders: '1' })}
    >
      {t('catalogue.orders')}
    </Button>
  )
}

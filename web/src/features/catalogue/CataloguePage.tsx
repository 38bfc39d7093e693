import {
  type CatalogueNode,
  type CatalogueProduct,
  catalogue,
  catalogueNodeList,
} from '@kontor/contract/catalogue'
import { catalogueOrders } from '@kontor/contract/catalogueOrders'
import type { TreeCounts } from '@kontor/contract/lib/resources/tree'
import { productList, products } from '@kontor/contract/products'
import { Button, NativeSelect } from '@mantine/core'
import {
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconPackage,
  IconPlaylistAdd,
  IconReceipt,
} from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ExportMenu } from '../../components/data-table/toolbar/ExportMenu.tsx'
import { useFormField } from '../../components/form/FormContext.ts'
import { FormDialog } from '../../components/form/FormDialog.tsx'
import { TextField } from '../../components/form/fields/fields.tsx'
import { TextArea } from '../../components/form/fields/TextArea.tsx'
import { ReferenceSelect } from '../../components/form/pickers/ReferenceSelect.tsx'
import type { Values } from '../../components/form/recordForm.ts'
import { TreePage } from '../../components/tree/page/TreePage.tsx'
import type { NodeFormProps } from '../../components/tree/page/treePageProps.ts'
import type { TreeAction, TreeColumn } from '../../components/tree/rowStyle.ts'
import { StatusChip } from '../../components/ui/StatusChip.tsx'
import { download } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { formatOf } from '../../lib/i18n/format.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { useLabels } from '../../lib/i18n/words.ts'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { useRefresh } from '../../lib/realtime/useEvents.ts'
import { useSearchHere } from '../../lib/router/useSearchHere.ts'
import { ChooseProducts } from './ChooseProducts.tsx'
import { NodePicture } from './NodePicture.tsx'

const icon = (node: CatalogueNode, isOpen: boolean) => <NodePicture node={node} isOpen={isOpen} />
const isCategory = ({ is_item }: CatalogueNode) => !is_item
const tools = <CatalogueTools />

/** Tools in the header of the catalogue: exports, and a link to the orders. */
function CatalogueTools() {
  const t = useTranslations()
  const can = usePermission()
  const files = (['pdf', 'xlsx'] as const).map((format) => ({
    label: t(`catalogue.${format}`),
    route: catalogue.report,
    input: { query: { format } },
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
      variant="default"
      aria-haspopup="dialog"
      leftSection={<IconReceipt size={16} />}
      onClick={() => go({ ...query, orders: '1' })}
    >
      {t('catalogue.orders')}
    </Button>
  )
}

const unchanged: Values = {}
/** Fields of the documented API that the form does not edit. */
const excluded = ['catalogue', 'has_children']

/** Adds or edits a category. */
function CategoryDialog({ node, parent, onClose, onSaved }: NodeFormProps<CatalogueNode>) {
  const t = useTranslations()
  return (
    <FormDialog
      row={node}
      routes={catalogue}
      list={catalogueNodeList}
      initialValues={node ? unchanged : { categories: [], catalogue_id: parent }}
      omittedFields={excluded}
      subtitle={node?.name}
      onSaved={({ id }) => onSaved(id)}
      onClose={onClose}
    >
      {!node && parent && <ParentField parent={parent} />}
      <TextField name="name" />
      <TextArea name="description" />
      <ReferenceSelect name="categories" to="categories" many help={t('catalogue.categories_help')} />
    </FormDialog>
  )
}

/** The parent category, or the root. */
function ParentField({ parent }: { parent: CatalogueNode }) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const { value, set } = useFormField('catalogue_id')
  return (
    <NativeSelect
      label={catalogueNodeList.columns.catalogue_id.label[locale]}
      value={value ? 'in' : 'top'}
      onChange={({ target }) => set(target.value === 'in' ? parent : null)}
      data={[
        { value: 'in', label: parent.name },
        { value: 'top', label: t('tree.top') },
      ]}
    />
  )
}

/** The catalogue: a tree of categories with the products that partners order. */
export function CataloguePage() {
  const t = useTranslations()
  const { title, add, empty } = useLabels(catalogueNodeList)
  const columns = useColumns()
  useRefresh(['catalogueOrders', 'sliders'], [catalogue.levels, catalogue.find]) // orders change the available stock
  const [category, choose] = useState<CatalogueNode | null>(null)
  const { actions, run } = useActions(choose)
  const note = useCallback(
    ({ is_item, parent_id, items, description }: CatalogueNode) => {
      if (is_item) return description
      return parent_id === null
        ? t('catalogue.products', { count: items })
        : t('catalogue.count', { count: items })
    },
    [t],
  )
  const reasonAgainst = useCallback(
    (node: CatalogueNode, parent: CatalogueNode | null) =>
      node.is_item && parent === null ? t('catalogue.not_at_top') : undefined,
    [t],
  )
  return (
    <>
      <TreePage
        words={{
          title,
          search: t('catalogue.search'),
          counts: (counts: TreeCounts) => t('catalogue.counts', { ...counts }),
          add,
          addIn: t('catalogue.add_in'),
          empty,
        }}
        routes={catalogue}
        event="catalogue"
        columns={columns}
        icon={icon}
        note={note}
        form={CategoryDialog}
        canEdit={isCategory}
        actions={actions}
        run={run}
        reasonAgainst={reasonAgainst}
        tools={tools}
      />
      {category && <ChooseProducts category={category} onClose={() => choose(null)} />}
    </>
  )
}

function useColumns() {
  const t = useTranslations()
  const { locale } = useLanguage()
  return useMemo((): TreeColumn<CatalogueNode>[] => {
    const { euro } = formatOf(locale)
    const { erp_code, price, quantity } = productList.columns
    return [
      {
        key: 'erp_code',
        label: erp_code.label[locale],
        width: 120,
        phone: 'line',
        cell: ({ product }) => product?.erp_code,
      },
      {
        key: 'price',
        label: price.label[locale],
        width: 104,
        align: 'right',
        phone: 'end',
        cell: ({ product }) => product && <Strong>{euro(product.price)}</Strong>,
      },
      {
        key: 'quantity',
        label: quantity.label[locale],
        width: 168,
        align: 'right',
        phone: 'end',
        cell: ({ product }) => product && <Pieces {...product} />,
      },
      {
        key: 'is_visible',
        label: catalogueNodeList.columns.is_visible.label[locale],
        width: 150,
        phone: 'end',
        cell: (node, isShown) => {
          if (node.product?.is_active === false)
            return <StatusChip on={false} label={t('catalogue.inactive')} />
          if (isShown) return null
          return <StatusChip on={false} label={t(node.is_visible ? 'tree.hidden_above' : 'tree.hidden')} />
        },
      },
    ]
  }, [t, locale])
}

/** The values that partners look for first. */
const Strong = ({ children }: { children: string }) => <b style={{ fontWeight: 'var(--fw-m)' }}>{children}</b>

/** Pieces in stock and, when some are ordered, the available ones; zero is red. */
function Pieces({ quantity, available }: Pick<CatalogueProduct, 'quantity' | 'available'>) {
  const t = useTranslations()
  const toned = (count: number, tone: string | undefined, label: string) => (
    <span style={{ color: count === 0 ? 'var(--bad)' : tone }}>{label}</span>
  )
  return (
    <>
      {available < quantity &&
        toned(available, 'var(--text-3)', t('catalogue.available', { count: available }))}
      {toned(quantity, undefined, t('order.pieces', { count: quantity }))}
    </>
  )
}

/** The actions of categories and products besides those of every tree. */
function useActions(choose: (category: CatalogueNode) => void) {
  const t = useTranslations()
  const can = usePermission()
  const navigate = useNavigate()
  const canAdd = can(catalogue.attach.permission)
  const canSave = can(catalogue.report.permission)
  const canOpen = can(products.index.permission)
  const canEdit = can(products.update.permission)
  const open = useCallback(
    ({ product }: CatalogueNode) => {
      if (product && canOpen)
        void navigate({
          to: '/products',
          search: { 'f.id': String(product.id), edit: String(product.id) },
        })
    },
    [navigate, canOpen],
  )
  const actions = useCallback(
    (node: CatalogueNode): TreeAction[] => {
      const save = (format: 'pdf' | 'xlsx') =>
        void download(catalogue.report, { query: { of: String(node.id), format } }).catch(shownError.show)
      const ofProduct: TreeAction = {
        key: 'open',
        icon: IconPackage,
        label: t(canEdit ? 'catalogue.edit' : 'catalogue.open'),
        run: () => open(node),
      }
      if (node.is_item) return canOpen ? [ofProduct] : []
      const add: TreeAction = {
        key: 'choose',
        icon: IconPlaylistAdd,
        label: t('catalogue.choose'),
        quick: true,
        run: () => choose(node),
      }
      const files: TreeAction[] = [
        { key: 'pdf', icon: IconFileTypePdf, label: t('catalogue.pdf_of'), run: () => save('pdf') },
        { key: 'xlsx', icon: IconFileSpreadsheet, label: t('catalogue.xlsx_of'), run: () => save('xlsx') },
      ]
      return [...(canAdd ? [add] : []), ...(canSave ? files : [])]
    },
    [t, choose, open, canAdd, canSave, canOpen, canEdit],
  )
  return { actions, run: open }
}

import { type CatalogueNode, catalogue } from '@kontor/contract/catalogue'
import type { ResponseBody } from '@kontor/contract/lib/http/route'
import { useQueryClient } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { PickersContext } from '../../components/form/pickers/pickers.ts'
import { Dialog } from '../../components/ui/dialog/Dialog.tsx'
import { useConfirm } from '../../components/ui/dialog/useConfirm.tsx'
import { NotLoaded } from '../../components/ui/ErrorPages.tsx'
import { notify } from '../../components/ui/snackbar/notify.tsx'
import { apiRequest } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useApiQuery } from '../../lib/api/useApiQuery.ts'

type Attached = ResponseBody<typeof catalogue.attach>
const NONE: readonly never[] = []

/** Adds products to a category: the selected ones, or all that match a filter. Existing ones stay. */
export function ChooseProducts({ category, onClose }: { category: CatalogueNode; onClose: () => void }) {
  const t = useTranslations()
  const { id, name } = category
  const queries = useQueryClient()
  const { products: Picker } = use(PickersContext)
  const [question, confirm] = useConfirm()
  const { data, error, refetch } = useApiQuery(catalogue.levels, { body: { of: [id] } }, { staleTime: 0 })
  const existingIds = useMemo(
    () =>
      data && new Set(data.levels.flatMap(({ nodes }) => nodes.flatMap(({ product }) => product?.id ?? []))),
    [data],
  )
  const resultText = ({ added, already }: Attached) =>
    notify.success(t('catalogue.attached', { added, already, name }))
  const addAll = async (filters: Readonly<Record<string, string>>, count: number) => {
    const title = t('catalogue.add_all_title', { count, name })
    if (!(await confirm({ title, text: t('catalogue.add_all_text'), action: t('catalogue.add_all_do') })))
      return
    try {
      resultText(await apiRequest(catalogue.attachFound, { params: { id: String(id) }, body: { filters } }))
      onClose()
    } catch (error) {
      shownError.show(error)
    }
    void queries.invalidateQueries()
  }
  const title = t('catalogue.choose_title', { name })
  if (error && !data)
    return (
      <Dialog title={title} width={640} onClose={onClose}>
        <NotLoaded error={error} onRetry={() => void refetch()} />
      </Dialog>
    )
  if (!existingIds || !Picker) return null
  return (
    <>
      <Picker
        single={false}
        first={NONE}
        title={title}
        lockedIds={existingIds}
        save={async (ids) => {
          resultText(await apiRequest(catalogue.attach, { body: { catalogue_id: id, products: [...ids] } }))
          return true
        }}
        all={{
          label: (count) => t('catalogue.add_all', { count }),
          run: (filters, count) => void addAll(filters, count),
        }}
        onClose={onClose}
      />
      {question}
    </>
  )
}

import type { Route } from '@kontor/contract/lib/http/route'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import type { DetailsDialog as Details } from '../../form/DetailsDialog.tsx'
import type { AllowedList } from '../list-page/useAllowedList.ts'
import type { useListPage } from '../list-page/useListPage.ts'

// Loaded only for users without edit permission; lazyPart() drops the type parameter.
const RowDetails = lazyPart(
  () => import('../../form/DetailsDialog.tsx'),
  'DetailsDialog',
) as unknown as typeof Details

/** The dialog of the open row: form or details. */
export function OpenRow<const R extends Route>(
  props: AllowedList<R> & { page: ReturnType<typeof useListPage<R>> },
) {
  const { feature, list, page, form: Form, details: Details } = props
  const { open, close } = page.dialog
  return (
    <>
      {Form && open?.kind === 'form' && <Form row={open.row} onClose={close} />}
      {Details && open?.kind === 'details' && <Details row={open.row} onClose={close} />}
      {props.readsColumns && open?.kind === 'details' && (
        <RowDetails
          {...{ feature, list }}
          row={open.row}
          fields={props.columns}
          subtitle={page.shared.nameOf(open.row)}
          onClose={close}
        />
      )}
    </>
  )
}

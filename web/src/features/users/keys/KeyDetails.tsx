import { type ApiKey, apiKeyList } from '@kontor/contract/users/keys'
import { DetailsDialog } from '../../../components/form/DetailsDialog.tsx'
import { CurlLines } from './CurlLines.tsx'
import { useKeyColumns } from './KeyColumns.tsx'

/** A key to read: what it may do, whose it is, how it is used. */
export function KeyDetails({ row, onClose }: { row: ApiKey; onClose: () => void }) {
  const columns = useKeyColumns()
  return (
    <DetailsDialog
      feature="apiKeys"
      row={row}
      list={apiKeyList}
      fields={columns}
      about={row.name}
      width={640}
      onClose={onClose}
    >
      {row.is_active && <CurlLines rights={row.rights} />}
    </DetailsDialog>
  )
}

import { services } from '@kontor/contract/resources/services'
import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useTranslations } from 'use-intl'
import type { ListRow } from '../../components/data-table/listRow.ts'
import { ResourceDetails } from '../../components/resource/RecordDialogs.tsx'
import { saveTemplate, templateOf } from './TemplateField.tsx'

/** A read-only dialog of a service, with its template as a download. */
export function ServiceDetails({ row, onClose }: { row: ListRow; onClose: () => void }) {
  const t = useTranslations()
  return (
    <ResourceDetails resource={services} row={row} onClose={onClose}>
      {templateOf(row) && (
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => saveTemplate(row.id)}
        >
          {t('services.download')}
        </Button>
      )}
    </ResourceDetails>
  )
}

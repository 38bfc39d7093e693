import type { Route } from '@kontor/contract/lib/http/route'
import { sheetExtensions } from '@kontor/contract/lib/imports/columns'
import type { ImportStatus } from '@kontor/contract/lib/imports/imports'
import { Button, Switch } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { download } from '../../lib/api/apiRequest.ts'
import { shownError } from '../../lib/api/shownError.ts'
import { useLanguage } from '../../lib/i18n/i18n.tsx'
import { usePermission } from '../../lib/permissions/usePermission.ts'
import { FileButton } from '../ui/FileButton.tsx'
import { Last } from './ImportBanners.tsx'
import classes from './import.module.css'
import type { Imports } from './importProps.ts'
import type { Import } from './useImport.ts'
import { asInput } from './useImportStatus.ts'

interface FileStepProps extends Pick<Imports, 'layout' | 'option'>, Partial<Pick<Imports, 'routes'>> {
  importState: Import
  last: ImportStatus['last']
  startsAtUndo?: boolean | undefined
  onUndo: () => void
}

/** The first step: a drop zone for the file, and below it the last import while it can be undone. */
export function FileStep({ importState, layout, option, routes, last, startsAtUndo, onUndo }: FileStepProps) {
  const t = useTranslations()
  const { locale } = useLanguage()
  const [over, setOver] = useState(false)
  const columns = Object.values(option && importState.isOn ? option.layout : layout).map(
    (column) => `${column.header[locale]}${column.required ? '*' : ''}`,
  )
  return (
    <div className={classes.padded}>
      {option && <Option {...option} importState={importState} />}
      <fieldset
        aria-label={t('upload.drop')}
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          importState.read(event.dataTransfer.files[0])
        }}
      >
        <IconFileSpreadsheet size={28} stroke={1.4} aria-hidden />
        {importState.isReading ? (
          <Reading share={importState.share} />
        ) : (
          <>
            <b>{t('upload.drop')}</b>
            <FileButton
              size="md"
              accept={sheetExtensions.join()}
              data-autofocus={startsAtUndo ? undefined : ''}
              data-onward
              onChoose={importState.read}
            >
              {t('upload.or_choose')}
            </FileButton>
            <p>{t('upload.layout', { columns: columns.join(', ') })}</p>
          </>
        )}
      </fieldset>
      {routes && <StartFiles {...routes} />}
      {last && <Last last={last} isUndoing={importState.isUndoing} isFirst={startsAtUndo} onUndo={onUndo} />}
    </div>
  )
}

/** Downloads to start from: an empty template and an export of all rows. */
function StartFiles({ template, excel }: Imports['routes']) {
  const t = useTranslations()
  const can = usePermission()
  if (!template) return null
  const file = (route: Route, label: string) => (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      onClick={() => download(route, asInput({})).catch(shownError.show)}
    >
      {label}
    </Button>
  )
  return (
    <div className={classes.beginnings}>
      {file(template, t('upload.template'))}
      {excel && can(excel.permission) && file(excel, t('upload.all_rows'))}
    </div>
  )
}

function Option({ label, help, importState }: NonNullable<Imports['option']> & { importState: Import }) {
  return (
    <Switch
      mb="md"
      label={label}
      description={help}
      checked={importState.isOn}
      onChange={(event) => importState.setOn(event.target.checked)}
    />
  )
}

/** Upload progress is measurable; parsing on the server is not. */
function Reading({ share }: { share: number }) {
  const t = useTranslations()
  const percent = Math.round(share * 100)
  return (
    <>
      <b role="status">
        {percent < 100 ? t('upload.sending', { share: String(percent) }) : t('upload.reading')}
      </b>
      <progress aria-label={t('upload.reading')} {...(percent < 100 ? { value: percent, max: 100 } : {})} />
    </>
  )
}

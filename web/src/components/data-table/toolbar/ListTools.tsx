import type { Route } from '@kontor/contract/lib/http/route'
import { Button } from '@mantine/core'
import { IconFileImport, IconFileSpreadsheet } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { ColumnChooser } from '../ColumnChooser.tsx'
import type { AllowedList } from '../list-page/useAllowedList.ts'
import type { useListPage } from '../list-page/useListPage.ts'
import { ExportMenu } from './ExportMenu.tsx'

type ListToolsProps<R extends Route> = AllowedList<R> & {
  page: ReturnType<typeof useListPage<R>>
  onImport: () => void
}

/** The tools that depend on the feature: columns, then import and export. */
export function ListTools<const R extends Route>(props: ListToolsProps<R>) {
  const { page, list, columns, imports, onImport, files, excel, link, tool } = props
  const t = useTranslations()
  const { locale } = useLanguage()
  const named = columns.map((column) => ({
    ...column,
    label: list.columns[column.key]?.label[locale] ?? column.key,
  }))
  return (
    <>
      {link && (
        <Button
          variant="subtle"
          color="gray"
          px={10}
          component={Link}
          to={link.to}
          leftSection={<link.icon size={16} />}
        >
          {link.label}
        </Button>
      )}
      {tool && <IconButton icon={tool.icon} label={tool.label} word={tool.label} onClick={tool.run} />}
      <ColumnChooser columns={named} choice={page.choice} onChoose={page.chosen.choose} />
      {(imports || excel || props.canExport || (files?.length ?? 0) > 0) && <hr />}
      {imports && (
        <IconButton
          icon={IconFileImport}
          label={t('table.import')}
          word={t('table.import_word')}
          onClick={onImport}
        />
      )}
      {excel && (
        <IconButton
          icon={IconFileSpreadsheet}
          label={t('table.excel')}
          onClick={() => void page.saveExcel(excel)}
        />
      )}
      <ExportMenu
        onExport={props.canExport ? page.save : undefined}
        exportLacks={page.exportLacks}
        files={files}
      />
    </>
  )
}

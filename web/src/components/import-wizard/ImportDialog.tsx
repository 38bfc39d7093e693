import { isOpen } from '@kontor/contract/lib/imports/ambiguities'
import { sheetExtensions } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { useUnsaved } from '../ui/dialog/useUnsaved.ts'
import { Steps } from '../ui/Steps.tsx'
import { FileStep } from './FileStep.tsx'
import { Progress } from './ImportBanners.tsx'
import { canUndoImport, type Imports, useImportStatus } from './ImportButton.tsx'
import classes from './import.module.css'
import { PreviewStep } from './PreviewStep.tsx'
import { useFocusOnward } from './useFocusOnward.ts'
import { type Import, useImport } from './useImport.ts'
import { useUndoImport } from './useUndoImport.tsx'

interface ImportDialogProps extends Imports {
  onClose: () => void
}

/**
 * The import dialog in three steps: choose a file, preview the changes, see the result. It may be closed
 * while the import runs, unless its result is shown only once.
 */
export function ImportDialog(props: ImportDialogProps) {
  const { title, layout, more: More } = props
  const t = useTranslations()
  const own = useImport(props)
  const status = useImportStatus(props, own.isApplying || own.isUndoing)
  const { question, undo } = useUndoImport(own, status?.last)
  const step = own.result ? 2 : own.preview ? 1 : 0
  const shown = own.result ?? own.preview
  const last = status?.last
  const canUndo = canUndoImport(last)
  const [isSaved, setSaved] = useState(false)
  const { isLost, onClose } = useLeaving(own, isSaved, props)
  const isBusy = own.isApplying || own.isUndoing || (status?.running ?? null) !== null
  const place = useFocusOnward(`${step} ${isBusy} ${own.isReading}`)
  return (
    <Dialog
      title={title}
      subtitle={shown && <FileName file={own.file} result={shown} />}
      width={1120}
      tall
      onClose={onClose}
      note={<Note {...{ own, isBusy, canUndo }} mayClose={!isLost} />}
      buttons={<Buttons {...{ own, isBusy, canUndo, onClose }} onUndo={undo} />}
    >
      <Steps
        place={place}
        steps={[t('upload.step_file'), t('upload.step_preview'), t('upload.step_result')]}
        current={step}
      />
      {own.failure && (
        <p className={classes.failure} role="alert">
          <IconAlertCircle size={18} stroke={1.6} aria-hidden />
          {own.failure}
        </p>
      )}
      {isBusy && <Progress running={status?.running ?? null} />}
      {!isBusy && !shown && <FileStep {...props} own={own} last={last ?? null} onUndo={undo} />}
      {!isBusy && own.result && More && <More result={own.result} onSaved={() => setSaved(true)} />}
      {!isBusy && shown && (
        <PreviewStep
          result={shown}
          layout={layout}
          list={props.routes.import.path}
          isDone={own.result !== null}
          isReading={own.isReading}
          onChoose={own.choose}
        />
      )}
      {question}
    </Dialog>
  )
}

/** Confirms closing while a result is shown that cannot be shown again. */
function useLeaving(own: Import, isSaved: boolean, { toSave, onClose: onLeave }: ImportDialogProps) {
  const t = useTranslations()
  const isLost = toSave !== undefined && (own.isApplying || (own.result && !isSaved && toSave(own.result)))
  const onClose = useUnsaved(isLost ?? false, {
    onLeave,
    ...(toSave && {
      words: {
        title: t('upload.unsaved_title'),
        text: t('upload.unsaved_logins'),
        action: t('upload.unsaved_close'),
        stay: t('upload.unsaved_back'),
      },
    }),
  })
  return { isLost, onClose }
}

/** The file, its sheet and the number of rows. */
function FileName({ file, result }: { file: File | null; result: ImportResult }) {
  const t = useTranslations()
  const parts = [file?.name, result.sheet, t('table.count', { count: result.total_rows })]
  return (
    <>
      <IconFileSpreadsheet size={16} stroke={1.6} aria-hidden />
      {parts.filter(Boolean).join(' · ')}
    </>
  )
}

interface NoteProps {
  own: Import
  isBusy: boolean
  mayClose: boolean
  canUndo: boolean
}

function Note({ own, isBusy, mayClose, canUndo }: NoteProps): ReactNode {
  const t = useTranslations()
  if (isBusy) return t(mayClose ? 'upload.may_close' : 'upload.stay')
  if (own.result) return canUndo && t('upload.can_undo')
  if (!own.preview) return t('upload.help')
  const { problems, create, update } = own.preview.counts
  const open = own.preview.questions.filter(isOpen).length
  if (open > 0) return t('settle.open', { count: open })
  if (problems > 0) return t('upload.fix')
  return create + update === 0 ? t('upload.nothing_changes') : t('upload.can_undo')
}

interface ButtonsProps {
  own: Import
  isBusy: boolean
  canUndo: boolean
  onUndo: () => void
  onClose: () => void
}

/**
 * The primary button is the next step; a focused button never turns into the undo button. Applying is
 * disabled, with the reason, while there are invalid cells.
 */
function Buttons({ own, isBusy, canUndo, onUndo, onClose }: ButtonsProps) {
  const t = useTranslations()
  const input = useRef<HTMLInputElement>(null)
  const { result, preview } = own
  if (isBusy || (!preview && !result))
    return (
      <Button size="md" variant="default" data-onward={isBusy || undefined} onClick={onClose}>
        {t(isBusy ? 'common.close' : 'common.cancel')}
      </Button>
    )
  if (result)
    return (
      <>
        {canUndo && (
          <Button key="undo" size="md" variant="default" onClick={onUndo}>
            {t('upload.undo')}
          </Button>
        )}
        <Button size="md" data-onward onClick={onClose}>
          {t('common.ok')}
        </Button>
      </>
    )
  const counts = preview?.counts ?? { create: 0, update: 0, same: 0, problems: 0 }
  const changes = counts.create + counts.update
  const isWrong = counts.problems > 0
  const isUnsettled = preview?.questions.some(isOpen) ?? false
  const why = isUnsettled ? t('settle.open_help') : isWrong ? t('upload.all_or_nothing') : undefined
  return (
    <>
      <Button size="md" variant="default" onClick={onClose}>
        {t('common.cancel')}
      </Button>
      <Button
        size="md"
        data-onward
        disabled={isUnsettled || isWrong || changes === 0 || own.isReading}
        title={why}
        onClick={own.apply}
      >
        {t('upload.apply', { count: changes })}
      </Button>
      {!isUnsettled && (isWrong || changes === 0) && (
        <Button size="md" data-onward onClick={() => input.current?.click()}>
          {isWrong ? t('upload.again') : t('upload.another')}
        </Button>
      )}
      <input
        ref={input}
        type="file"
        hidden
        accept={sheetExtensions.join()}
        onChange={(event) => own.read(event.target.files?.[0])}
      />
    </>
  )
}

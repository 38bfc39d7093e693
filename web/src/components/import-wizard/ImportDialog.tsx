import { sheetExtensions } from '@kontor/contract/lib/imports/columns'
import type { ImportResult } from '@kontor/contract/lib/imports/imports'
import { isOpen } from '@kontor/contract/lib/imports/questions'
import { Button } from '@mantine/core'
import { IconAlertCircle, IconFileSpreadsheet } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../ui/dialog/Dialog.tsx'
import { CancelButton } from '../ui/dialog/FooterButtons.tsx'
import { isSaveKey } from '../ui/dialog/isSaveKey.ts'
import { useUnsaved } from '../ui/dialog/useUnsaved.ts'
import { FileButton } from '../ui/FileButton.tsx'
import { Steps } from '../ui/Steps.tsx'
import { FileStep } from './FileStep.tsx'
import { Progress } from './ImportBanners.tsx'
import classes from './import.module.css'
import type { Imports } from './importProps.ts'
import { PreviewStep } from './PreviewStep.tsx'
import { useFocusOnward } from './useFocusOnward.ts'
import { type Import, useImport } from './useImport.ts'
import { canUndoImport, useImportStatus } from './useImportStatus.ts'
import { useUndoImport } from './useUndoImport.tsx'

interface ImportDialogProps extends Imports {
  /** The id of an import: asks at once whether to undo it, unless it is no longer the last one, and closes after it. */
  undoId?: number | undefined
  onClose: () => void
}

/**
 * The import dialog in three steps: choose a file, preview the changes, see the result. It may be closed
 * while the import runs, unless its result is shown only once.
 */
export function ImportDialog(props: ImportDialogProps) {
  const { title, layout, more: More } = props
  const t = useTranslations()
  const importState = useImport(props)
  const status = useImportStatus(props, importState.isApplying || importState.isUndoing)
  const last = status?.last
  const startsAtUndo = props.undoId !== undefined && last?.id === props.undoId
  const { question, undo } = useUndoImport(importState, last, {
    note: props.undoNote,
    onUndone: startsAtUndo ? props.onClose : undefined,
  })
  const step = importState.result ? 2 : importState.preview ? 1 : 0
  const shown = importState.result ?? importState.preview
  const canUndo = canUndoImport(last)
  useAskAtOnce(startsAtUndo && canUndo, undo, props.onClose)
  const [isSaved, setSaved] = useState(false)
  const { isLost, onClose } = useLeaving(importState, isSaved, props)
  const isBusy = importState.isApplying || importState.isUndoing || (status?.running ?? null) !== null
  const focusRef = useFocusOnward(`${step} ${isBusy} ${importState.isReading}`)
  return (
    <Dialog
      title={title}
      subtitle={shown && <FileName file={importState.file} result={shown} />}
      width={1120}
      tall
      onClose={onClose}
      onKey={(event) => {
        if (!isSaveKey(event)) return
        event.preventDefault()
        if (!isBusy && canApply(importState)) importState.apply()
      }}
      note={<Note importState={importState} isBusy={isBusy} canUndo={canUndo} canClose={!isLost} />}
      buttons={
        <Buttons
          importState={importState}
          isBusy={isBusy}
          canUndo={canUndo}
          onClose={onClose}
          onUndo={undo}
        />
      }
    >
      <Steps
        listRef={focusRef}
        steps={[t('upload.step_file'), t('upload.step_preview'), t('upload.step_result')]}
        current={step}
      />
      {importState.failure && (
        <p className={classes.failure} role="alert">
          <IconAlertCircle size={18} aria-hidden />
          {importState.failure}
        </p>
      )}
      {isBusy && (
        <Progress running={status?.running ?? null} action={importState.isUndoing ? 'undo' : 'import'} />
      )}
      {!isBusy && !shown && (
        <FileStep
          {...props}
          importState={importState}
          last={last ?? null}
          startsAtUndo={startsAtUndo}
          onUndo={undo}
        />
      )}
      {!isBusy && importState.result && More && (
        <More result={importState.result} onSaved={() => setSaved(true)} />
      )}
      {!isBusy && shown && (
        <PreviewStep
          result={shown}
          layout={layout}
          list={props.routes.import.path}
          isDone={importState.result !== null}
          isReading={importState.isReading}
          onAnswer={importState.answer}
        />
      )}
      {question}
    </Dialog>
  )
}

/** Without an open question and an invalid cell, and with something to change. */
const canApply = ({ preview, result, isReading }: Import) =>
  preview !== null &&
  result === null &&
  !isReading &&
  !preview.questions.some(isOpen) &&
  preview.counts.problems === 0 &&
  preview.counts.create + preview.counts.update > 0

/** Asks once whether to undo, when the dialog was opened for that. */
function useAskAtOnce(isWanted: boolean, undo: () => Promise<boolean>, onCancel: () => void) {
  const isAsked = useRef(false)
  const ask = useEffectEvent(async () => {
    if (isAsked.current) return
    isAsked.current = true
    if (!(await undo())) onCancel()
  })
  useEffect(() => {
    if (isWanted) void ask()
  }, [isWanted])
}

/** Confirms closing while a preview has answers, or while a result is shown that cannot be shown again. */
function useLeaving(importState: Import, isSaved: boolean, { toSave, onClose: onLeave }: ImportDialogProps) {
  const t = useTranslations()
  const { isAnswered, isApplying, result } = importState
  const isLost = toSave !== undefined && (isApplying || (result && !isSaved && toSave(result)))
  const onClose = useUnsaved(isLost || (isAnswered && !isApplying && !result), {
    onLeave,
    words: isLost
      ? {
          title: t('upload.unsaved_title'),
          text: t('upload.unsaved_logins'),
          action: t('upload.unsaved_close'),
          stayLabel: t('upload.unsaved_back'),
        }
      : {
          title: t('upload.leave_title'),
          text: t('upload.leave_text'),
          action: t('upload.leave'),
          stayLabel: t('upload.leave_stay'),
        },
  })
  return { isLost, onClose }
}

/** The file, its sheet and the number of rows. */
function FileName({ file, result }: { file: File | null; result: ImportResult }) {
  const t = useTranslations()
  const parts = [file?.name, result.sheet, t('table.count', { count: result.total_rows })]
  return (
    <>
      <IconFileSpreadsheet size={16} aria-hidden />
      {parts.filter(Boolean).join(' · ')}
    </>
  )
}

interface NoteProps {
  importState: Import
  isBusy: boolean
  canClose: boolean
  canUndo: boolean
}

function Note({ importState, isBusy, canClose, canUndo }: NoteProps): ReactNode {
  const t = useTranslations()
  if (isBusy) return t(canClose ? 'upload.may_close' : 'upload.stay')
  if (importState.result) {
    const { create: created, update: updated } = importState.result.counts
    return [t('upload.imported', { created, updated }), canUndo && t('upload.can_undo')]
      .filter(Boolean)
      .join(' ')
  }
  if (!importState.preview) return t('upload.help')
  const { problems, create, update } = importState.preview.counts
  const open = importState.preview.questions.filter(isOpen).length
  if (open > 0) return t('questions.open', { count: open })
  if (problems > 0) return t('upload.fix')
  return create + update === 0 ? t('upload.nothing_changes') : t('upload.can_undo')
}

interface ButtonsProps {
  importState: Import
  isBusy: boolean
  canUndo: boolean
  onUndo: () => void
  onClose: () => void
}

/**
 * The primary button is the next step; a focused button never turns into the undo button. Applying is
 * disabled, with the reason, while there are invalid cells.
 */
function Buttons({ importState, isBusy, canUndo, onUndo, onClose }: ButtonsProps) {
  const t = useTranslations()
  const { result, preview } = importState
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
  const hasProblems = counts.problems > 0
  const hasOpenQuestions = preview?.questions.some(isOpen) ?? false
  const why = hasOpenQuestions
    ? t('questions.open_help')
    : hasProblems
      ? t('upload.all_or_nothing')
      : undefined
  return (
    <>
      <CancelButton onClick={onClose} />
      <Button size="md" data-onward disabled={!canApply(importState)} title={why} onClick={importState.apply}>
        {t('upload.apply', { count: changes })}
      </Button>
      {!hasOpenQuestions && (hasProblems || changes === 0) && (
        <FileButton size="md" accept={sheetExtensions.join()} data-onward onChoose={importState.read}>
          {hasProblems ? t('upload.again') : t('upload.another')}
        </FileButton>
      )}
    </>
  )
}

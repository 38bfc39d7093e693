import { Button } from '@mantine/core'
import { type ComponentProps, useEffect, useId } from 'react'
import { useTranslations } from 'use-intl'
import { formIsOpen } from '../../../lib/session/session.ts'
import { Dialog, DialogBody, type DialogProps } from './Dialog.tsx'
import { CancelButton } from './FooterButtons.tsx'

type ButtonProps = ComponentProps<typeof Button<'button'>> & {
  'data-autofocus'?: boolean
  'data-mantine-stop-propagation'?: 'true'
}

interface SubmitDialogProps
  extends Omit<DialogProps, 'buttons'>,
    Pick<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
  isBusy: boolean
  className?: string | undefined
  /** By default it closes the dialog. */
  cancel?: ButtonProps
  /** By default 'save'; null where nothing can be submitted. */
  submit?: ButtonProps | null
}

/** A dialog with one form, which an expired session keeps, and buttons to cancel and to submit it. */
export function SubmitDialog(props: SubmitDialogProps) {
  const { isBusy, onSubmit, ref, className, cancel, submit, children, ...dialog } = props
  const t = useTranslations()
  const id = useId()
  useEffect(formIsOpen, [])
  return (
    <Dialog
      {...dialog}
      isBusy={isBusy}
      buttons={
        <>
          <CancelButton onClick={dialog.onClose} {...cancel} />
          {submit !== null && (
            <Button size="md" type="submit" form={id} loading={isBusy} {...submit}>
              {submit?.children ?? t('common.save')}
            </Button>
          )}
        </>
      }
    >
      <DialogBody>
        <form id={id} ref={ref} className={className} noValidate onSubmit={onSubmit}>
          {children}
        </form>
      </DialogBody>
    </Dialog>
  )
}

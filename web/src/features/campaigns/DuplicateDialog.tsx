import { type Campaign, campaigns } from '@kontor/contract/campaigns'
import { Button, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useId, useState } from 'react'
import { Dialog, DialogBody } from '../../kit/dialog/Dialog.tsx'
import { underField } from '../../kit/form/FieldMessage.tsx'
import { useAct } from '../../kit/net/useAct.ts'
import { notify } from '../../kit/notify/notify.tsx'
import { useMessage } from '../../kit/texts/i18n.tsx'
import { useTexts } from '../../kit/texts/useTexts.ts'
import { texts } from './texts.ts'

/** Asks what the copy of a campaign is called, makes it, and goes there. */
export function DuplicateDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const t = useTexts(texts)
  const message = useMessage()
  const navigate = useNavigate()
  const form = useId()
  const [name, setName] = useState(() => t('campaigns.duplicate_suggested', { name: campaign.name }))
  const [wrong, setWrong] = useState<string>()
  const act = useAct(campaigns.duplicate, {
    success: t('campaigns.duplicated'),
    onDone: ({ id }) => {
      onClose()
      void navigate({ to: `/campaigns/${id}` })
    },
    onFailed: (error) => {
      const own = error.body.errors?.name?.[0]
      if (own) setWrong(message(own, error.body.params))
      else notify.failure(error)
    },
  })
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (!act.isPending) act.mutate({ params: { id: String(campaign.id) }, body: { name } })
  }
  return (
    <Dialog
      title={t('campaigns.duplicate_title')}
      about={campaign.name}
      onClose={onClose}
      buttons={
        <>
          <Button size="md" variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button size="md" type="submit" form={form} loading={act.isPending}>
            {t('campaigns.duplicate')}
          </Button>
        </>
      }
    >
      <DialogBody>
        <form id={form} noValidate onSubmit={save}>
          <TextInput
            data-autofocus
            required
            label={t('campaigns.duplicate_name')}
            value={name}
            onChange={({ currentTarget }) => {
              setWrong(undefined)
              setName(currentTarget.value)
            }}
            {...underField(wrong)}
          />
          <Text c="var(--text-2)" mt={12}>
            {t('campaigns.duplicate_text')}
          </Text>
        </form>
      </DialogBody>
    </Dialog>
  )
}

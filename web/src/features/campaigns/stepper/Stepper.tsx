import { useTranslations } from 'use-intl'
import { SavedCampaign } from '../SavedCampaign.tsx'
import { OpenStepper, type StepperProps } from './OpenStepper.tsx'

/** Selects the categories, partners and products of a campaign in three steps and saves them together. */
export function Stepper(props: StepperProps) {
  const { campaign, step, onClose } = props
  const t = useTranslations()
  return (
    <SavedCampaign campaign={campaign} title={t(`stepper.title_${step}`)} onClose={onClose}>
      {(saved) => <OpenStepper {...props} saved={saved} />}
    </SavedCampaign>
  )
}

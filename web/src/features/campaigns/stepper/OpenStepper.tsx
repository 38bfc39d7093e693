import type { Campaign } from '@kontor/contract/campaigns'
import type { CampaignDetails } from '@kontor/contract/campaigns/details'
import { campaignTypes } from '@kontor/contract/campaigns/kinds'
import { Button } from '@mantine/core'
import { IconTags } from '@tabler/icons-react'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../components/ui/dialog/Dialog.tsx'
import { useConfirm } from '../../../components/ui/dialog/useConfirm.tsx'
import { useUnsaved } from '../../../components/ui/dialog/useUnsaved.ts'
import { Notice } from '../../../components/ui/Notice.tsx'
import { notify } from '../../../components/ui/snackbar/notify.tsx'
import { useLanguage } from '../../../lib/i18n/i18n.tsx'
import { lazyPart } from '../../../lib/router/lazyPart.tsx'
import { emptyQuestion } from '../emptyQuestion.ts'
import { CategoriesStep, useCategories } from './CategoriesStep.tsx'
import type { View } from './ChoiceTable.tsx'
import classes from './chip.module.css'
import { countsOf, type Fault, idsWith, type Step } from './draft.ts'
import { savedDraft } from './draftStorage.ts'
import { conflictName, differ } from './merge.ts'
import { Notes, NotesBelow } from './Notes.tsx'
import { PartnersStep } from './PartnersStep.tsx'
import { ProductsStep } from './ProductsStep.tsx'
import { pickCategories } from './pickCategories.ts'
import { StepCounts } from './StepCounts.tsx'
import { Buttons, nextStep, StepNames } from './StepFrame.tsx'
import { stepperKeys, unfilledForm } from './stepperKeys.ts'
import { type DraftStore, draftStore, useStore } from './store.ts'
import { useDraftAutosave } from './useDraftAutosave.ts'
import { useSave } from './useSave.ts'

export interface StepperProps {
  campaign: Campaign
  step: Step
  onStep: (step: Step) => void
  onClose: () => void
}

// Loaded on the first conflict, which is rare.
const MergeDialog = lazyPart(() => import('./MergeDialog.tsx'), 'MergeDialog')

type Views = Readonly<Record<'partners' | 'products', View | null>>

/** The stepper once the saved campaign has loaded. */
export function OpenStepper(props: StepperProps & { saved: CampaignDetails }) {
  const { campaign, saved, step, onStep } = props
  const t = useTranslations()
  const draft = useOpenDraft(props)
  const { store, begun, views, setView, otherWindow, ...stepper } = draft
  const categories = useCategories(campaign)
  const context = { campaign, categoryName: categories.nameOf }
  const { question, saving, save, discard, close } = useSaveAndClose(context, draft)
  const next = nextStep(step)
  return (
    <Dialog
      title={t(`stepper.title_${step}`)}
      subtitle={<About campaign={campaign} />}
      width={1120}
      tall
      isBusy={saving.isSaving}
      onClose={close}
      onKey={stepperKeys({
        onSave: () => (next === undefined || stepper.isDirty) && void save(),
        onNext: next && (() => onStep(next)),
      })}
      note={
        <StepCounts
          campaign={campaign}
          step={step}
          store={store}
          onFix={(part, kind) => stepper.showToFix(part, kind)}
        />
      }
      buttons={
        <Buttons
          step={step}
          onStep={onStep}
          {...stepper}
          isSaving={saving.isSaving}
          onCancel={close}
          onSave={() => void save()}
        />
      }
    >
      <StepNames step={step} onStep={onStep} store={store} categoryCount={categories.all} />
      <Notes
        store={store}
        categoryName={categories.nameOf}
        isPartners={step === 2}
        onCategories={step === 2 ? () => onStep(1) : undefined}
        otherWindow={otherWindow}
        continued={begun && { at: begun.at, onDiscard: () => void discard() }}
      />
      <OpenStep
        campaign={campaign}
        saved={saved}
        step={step}
        onStep={onStep}
        store={store}
        views={views}
        setView={setView}
        categoryName={categories.nameOf}
        onPick={stepper.pickCategories}
      />
      <NotesBelow store={store} categoryName={categories.nameOf} isPartners={step === 2} />
      {question}

      {stepper.unsettled && <MergeDialog {...stepper.unsettled} {...context} />}
      {saving.conflict && <MergeDialog {...saving.conflict} {...context} />}
    </Dialog>
  )
}

function About({ campaign: { name, campaign_type_id } }: Pick<StepperProps, 'campaign'>) {
  const { locale } = useLanguage()
  return (
    <>
      {name} <span className={classes.chip}>{campaignTypes[campaign_type_id][locale]}</span>
    </>
  )
}

interface OpenStepProps extends Pick<StepperProps, 'campaign' | 'step' | 'onStep'> {
  saved: CampaignDetails
  store: DraftStore
  views: Views
  setView: (part: keyof Views, view: View | null) => void
  categoryName: (id: number) => string
  onPick: (ids: number[], on: boolean) => void
}

function OpenStep({ campaign, saved, step, ...props }: OpenStepProps) {
  const { onStep, store, views, setView, categoryName, onPick } = props
  if (step === 1) return <CategoriesStep store={store} onPick={onPick} />
  if (step === 3)
    return (
      <ProductsStep
        campaign={campaign}
        delivered={saved.delivered}
        store={store}
        view={views.products}
        onView={(view) => setView('products', view)}
      />
    )
  return (
    <WithCategory store={store} onCategories={() => onStep(1)}>
      <PartnersStep
        campaign={campaign}
        store={store}
        categoryName={categoryName}
        view={views.partners}
        onView={(view) => setView('partners', view)}
      />
    </WithCategory>
  )
}

/** The draft, what is shown of it, and how it ends. */
function useOpenDraft({ campaign, saved, onStep, onClose }: StepperProps & { saved: CampaignDetails }) {
  const { id, campaign_type_id: type } = campaign
  const [stored, setStored] = useState(() => savedDraft(id))
  const [store] = useState(() => draftStore(saved, type, stored?.changes ?? null))
  const [conflicts, setConflicts] = useState(store.conflicts)
  const [views, setViews] = useState<Views>({ partners: null, products: null })
  const isDirty = useStore(store, ({ base, draft }) => differ(base, draft))
  const { forget, ...otherWindow } = useDraftAutosave(store, id)
  const setView = (part: keyof Views, view: View | null) => setViews((last) => ({ ...last, [part]: view }))
  const showToFix = (part: keyof Views, kind: Fault) => {
    store.markSubmitted()
    setView(part, { kind: 'fix', ids: idsWith(kind, part, store.state().draft, type) })
    onStep(part === 'partners' ? 2 : 3)
  }
  /** Goes to missing or invalid values; returns whether there are none. */
  const requireValid = () => {
    const counts = countsOf(store.state().draft, type)
    const part = (['partners', 'products'] as const).find(
      (one) => counts[one].missing + counts[one].wrong > 0,
    )
    if (!part) return true
    showToFix(part, 'any')
    notify.error('form.snackbar_required', { above: true }) // at the bottom it would cover the counts, which link to the rows
    return false
  }
  const discard = () => {
    store.reset()
    setStored(null)
    setViews({ partners: null, products: null })
  }
  const resolve = (chosen: ReadonlySet<string>) => {
    store.resolve(conflicts, chosen)
    setConflicts([])
  }
  const end = () => {
    forget()
    onClose()
  }
  return {
    store,
    isDirty,
    views,
    setView,
    showToFix,
    requireValid,
    discard,
    end,
    otherWindow,
    begun: isDirty ? stored : null,
    pickCategories: useCallback((ids: number[], on: boolean) => pickCategories(store, ids, on), [store]),
    /** Conflicts of a restored draft with changes of others. */
    unsettled:
      conflicts.length > 0
        ? { conflicts, merge: resolve, goBack: () => resolve(new Set(conflicts.map(conflictName))) }
        : null,
  }
}

/** Saving, discarding and closing, each with its question. Render `question`. */
function useSaveAndClose(
  context: { campaign: Campaign; categoryName: (id: number) => string },
  { store, isDirty, requireValid, end, ...draft }: ReturnType<typeof useOpenDraft>,
) {
  const t = useTranslations()
  const [question, confirm] = useConfirm()
  const saving = useSave({ ...context, store, confirm, onSaved: end })
  const requestClose = useUnsaved(isDirty, { onLeave: end })
  const discard = async () => {
    const question = { title: t('stepper.discard_title'), text: t('stepper.discard_text') }
    if (await confirm({ ...question, action: t('stepper.discard'), danger: true })) draft.discard()
  }
  const save = async () => {
    const unfilled = unfilledForm()
    if (unfilled) {
      unfilled.querySelector('input')?.focus()
      return notify.error(t('stepper.unfilled'))
    }
    if (requireValid() && (!isEmptied(context.campaign, store) || (await confirm(emptyQuestion(t)))))
      saving.save()
  }
  return { question, saving, save, discard, close: () => !saving.isSaving && requestClose() }
}

/** Whether the draft removes all categories of a campaign that partners can see. */
function isEmptied({ is_visible }: Campaign, store: DraftStore) {
  const { base, draft } = store.state()
  return is_visible && base.categories.size > 0 && draft.categories.size === 0
}

interface WithCategoryProps {
  store: DraftStore
  onCategories: () => void
  children: ReactNode
}

/** Notice that a category must be chosen first, with a link. */
function WithCategory({ store, onCategories, children }: WithCategoryProps) {
  const t = useTranslations()
  const chosen = useStore(store, (state) => state.chosen.categories)
  if (chosen.size > 0) return children
  return (
    <Notice icon={IconTags} title={t('stepper.no_category')} text={t('stepper.no_category_text')}>
      <Button data-autofocus onClick={onCategories}>
        {t('stepper.choose_categories')}
      </Button>
    </Notice>
  )
}

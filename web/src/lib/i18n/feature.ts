import type { Texts } from './language.ts'

/**
 * Texts of the features' lists, records and buttons. Each feature adds its own where it names its texts:
 * `declare module '…/lib/i18n/feature.ts' { interface Features extends … {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Features {}

/** Titles and empty states of lists that are only read, filled in the same way. */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it
export interface Lists {}

/** For components, which use a feature's texts by its name; they have come with the feature's screen. */
export const featureTexts: Texts<{ features: Features; lists: Lists }> = {}

/** A feature by its key in `features`: title, texts of its buttons, words for its states. */
export type Feature = keyof Features

/** A feature whose records are added in a form. */
export type FormFeature = { [R in Feature]: Features[R] extends { new: string } ? R : never }[Feature]

/** A list by its place in the texts: a feature's own, or one that is only read. */
export type ListName = `features.${Feature}` | `lists.${keyof Lists}`

import type { Schema } from '../database/schema.ts'

/** The lists that can be imported, by their tables. Each feature's table.ts adds its own by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface ImportableLists {}

/** The name of an importable list, also the name of its lock. */
export type ListName = keyof ImportableLists & keyof Schema

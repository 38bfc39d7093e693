import type { SupportNode } from '@kontor/contract/technicalSupport'
import { type Generated, sql } from 'kysely'
import { registerConstraints } from '../../lib/database/constraints.ts'
import { isoMilliseconds } from '../../lib/database/iso-time.ts'
import { type TreeColumns, tree } from '../../lib/tree/tree.ts'
import { userName } from '../users/table.ts'

/** A stored file: `file` is its name in the store, `file_size` in bytes. */
export interface FileColumns {
  file: string
  file_name: string
  file_type: string
  file_size: number
  file_at: string
  file_user_id: number | null
}
type Optional<T> = { [K in keyof T]: T[K] | null }

interface TechnicalSupportTable extends TreeColumns, Optional<FileColumns> {
  technical_support_id: number | null
  is_item: boolean
  is_file: Generated<boolean>
  link: string | null
}

declare module '../../lib/database/schema.ts' {
  interface Schema {
    technical_support: TechnicalSupportTable
    technical_support_categories: { technical_support_id: number; category_id: number }
    technical_support_versions: FileColumns & {
      id: Generated<number>
      technical_support_id: number
      replaced_at: Generated<string>
    }
    technical_support_downloads: {
      id: Generated<number>
      technical_support_id: number
      partner_id: number
      created_at: Generated<string>
    }
  }
}

const notFound = 'validation.not_found'

registerConstraints({
  technical_support_cycle: { code: 'tree.cycle', field: 'parent_id' },
  technical_support_depth: { code: 'tree.depth', field: 'parent_id' },
  technical_support_parent_item: { code: 'tree.parent_item', field: 'technical_support_id' },
  technical_support_parent_missing: { field: 'technical_support_id', key: notFound },
  technical_support_parent_gone: { field: 'technical_support_id', key: notFound },
  technical_support_categories_category_inactive: { field: 'categories', key: 'validation.inactive' },
  technical_support_categories_category_missing: { field: 'categories', key: notFound },
})

/** Technical support as a tree. */
export const supportTree = tree<SupportNode>({
  table: 'technical_support',
  event: 'technicalSupport',
  see: 'technicalSupport.see',
  columns: sql`technical_support.technical_support_id, technical_support.is_file,
    CASE WHEN technical_support.is_file THEN '/api/technical_support/file/' || technical_support.id
      ELSE technical_support.link END AS link,
    CASE WHEN technical_support.is_file THEN json_build_object('file_name', technical_support.file_name,
      'file_type', technical_support.file_type, 'file_size', technical_support.file_size,
      'file_at', ${isoMilliseconds('technical_support.file_at')}, 'file_by', ${userName(sql`technical_support.file_user_id`)}) END AS file`,
})

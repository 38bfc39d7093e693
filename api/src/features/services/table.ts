declare module '../../lib/database/schema.ts' {
  interface Schema {
    /** `file` is its name in the store; the displayed name is in the service. */
    service_templates: { service_id: number; file: string; sha256: string }
  }
}

export {}

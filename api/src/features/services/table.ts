declare module '../../lib/database/schema.ts' {
  interface Schema {
    /** `file` is its name on the disk; what people call it stands in the service. */
    service_templates: { service_id: number; file: string; sha256: string }
  }
}

export {}

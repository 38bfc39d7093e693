/** See build.cjs. */
export function build(node: string, parts?: ('api' | 'web')[]): Promise<void>

/** See build.cjs. */
export function buildWeb(node: string): Promise<void>

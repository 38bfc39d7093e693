/** See browser.cjs. */
export function findBrowser(): string | undefined

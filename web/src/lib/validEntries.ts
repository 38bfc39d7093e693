/** The valid entries of a stored list. Another version of the app may have stored a different shape. */
export function validEntries<T>(stored: string | null, isValid: (entry: unknown) => entry is T): T[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(list) ? list.filter(isValid) : []
  } catch {
    return []
  }
}

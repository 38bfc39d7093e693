/** Downloads bytes as a file. */
export function saveBlob(blob: Blob, name: string) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Downloads a text as a file. */
export const saveText = (text: string, name: string, type: string) =>
  saveBlob(new Blob([text], { type }), name)

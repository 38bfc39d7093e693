/** Opens the file dialog; resolves with no files when it is cancelled. */
export function chooseFiles({ many = false } = {}): Promise<readonly File[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = many
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]))
    input.addEventListener('cancel', () => resolve([]))
    input.click()
  })
}

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

const TEXT = ['text/html', 'text/plain']

/** The files that were pasted or dropped. Text precedes the picture that a spreadsheet or word processor adds to it. */
export const filesOf = (data: DataTransfer | null): readonly File[] =>
  !data || TEXT.every((type) => data.types.includes(type)) ? [] : [...data.files]

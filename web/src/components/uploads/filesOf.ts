const TEXT = ['text/html', 'text/plain']

/** The files that were pasted or dropped. Text precedes the picture that a spreadsheet or word processor adds to it. */
export const filesOf = (data: DataTransfer | null): readonly File[] =>
  !data || TEXT.every((type) => data.types.includes(type)) ? [] : [...data.files]

/** URL of a slider's picture by its file name. */
export const pictureOf = (name: string | null) => name && `/api/images/sliders/${name}`

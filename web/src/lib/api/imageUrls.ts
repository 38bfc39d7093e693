const urlIn =
  (folder: string) =>
  <Name extends string | null>(name: Name) =>
    (name && `/api/images/${folder}/${name}`) as Name // without a name there is none

/** URLs of stored pictures by their file names. */
export const productImageUrl = urlIn('products')
export const campaignImageUrl = urlIn('campaigns')
export const sliderImageUrl = urlIn('sliders')

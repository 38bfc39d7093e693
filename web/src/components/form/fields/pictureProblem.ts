import { MAX_IMAGE_BYTES } from '@kontor/contract/lib/http/files'

/** Message key of why a picture is not accepted. The server also checks the file's content. */
export function pictureProblem({ name, size }: File) {
  if (!/\.(jpe?g|png)$/i.test(name)) return 'validation.image'
  return size > MAX_IMAGE_BYTES ? 'image.too_large' : null
}

/** Message key of why a picture is not accepted. The server also checks the file's content. */
export function pictureProblem({ name, size }: File, bytes: number) {
  if (!/\.(jpe?g|png)$/i.test(name)) return 'validation.image'
  return size > bytes ? 'image.too_large' : null
}

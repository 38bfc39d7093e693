/** Why a picture cannot be taken, as a message key; the server checks its real bytes as well. */
export function pictureProblem({ name, size }: File, bytes: number) {
  if (!/\.(jpe?g|png)$/i.test(name)) return 'validation.image'
  return size > bytes ? 'image.too_large' : null
}

import classes from './SliderPicture.module.css'

/** URL of a slider's picture by its file name. */
export const pictureOf = (name: string | null) => name && `/api/images/sliders/${name}`

/** In a list: the name behind its picture, which the list of a phone has of its own. */
export const NameWithPicture = ({ name, image }: { name: string; image: string }) => (
  <>
    <img className={classes.thumbnail} src={pictureOf(image) ?? ''} alt="" loading="lazy" />
    {name}
  </>
)

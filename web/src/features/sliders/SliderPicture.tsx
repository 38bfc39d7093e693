import { sliderImageUrl } from '../../lib/api/imageUrls.ts'
import classes from './SliderPicture.module.css'

/** In a list: the name behind its picture, which the list of a phone has of its own. */
export const NameWithPicture = ({ name, image }: { name: string; image: string }) => (
  <>
    <img className={classes.thumbnail} src={sliderImageUrl(image)} alt="" loading="lazy" />
    {name}
  </>
)

/** The `tel:` URL of a phone number in any format. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

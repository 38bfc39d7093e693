/** The address that calls a phone number, however it is written. */
export const phoneLink = (phone: string) => `tel:${phone.replace(/[^\d+]/g, '')}`

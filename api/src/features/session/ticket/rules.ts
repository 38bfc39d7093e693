/** Minutes for which the second step of a sign-in can be taken. */
export const TICKET_MINUTES = 5
/** Wrong second steps per ticket; then the password is required again. */
export const TICKET_TRIES = 5

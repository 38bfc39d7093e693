/** Minutes for which the second step of a sign-in may be taken. */
export const TICKET_MINUTES = 5
/** Wrong second steps of one sign-in; then the password is asked for again. */
export const TICKET_TRIES = 5

import * as z from 'zod/mini'

/** A record's id and the name people know it by, as pickers and lists of choices need it. */
export const choice = z.object({ id: z.int(), name: z.string() })

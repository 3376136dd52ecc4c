import { sql } from 'kysely';

/** Whether the mail `m` failed, waits after a failure or was only stored, and still has its text. Null without a mail. */
export const canRetryMail = sql<boolean | null>`(m.state in ('FAILED', 'KEPT') or (m.state = 'QUEUED' and m.last_error is not null)) and m.content is not null`;

import { HOUR_MS, MINUTE_MS } from '../formats/durations.ts';

/** The last backup is late after this time: a nightly backup, and two hours for it. */
export const BACKUP_LATE_MS = 26 * HOUR_MS;
/** Changes that wait longer for the backup target are a problem. */
export const BACKUP_WAITING_MS = 10 * MINUTE_MS;

/** Lengths of time, in milliseconds. A day of a calendar may be longer or shorter where clocks are changed. */
export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

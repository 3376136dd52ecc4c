export const PROCESS_ROLES = ['all', 'web', 'worker'] as const;

/** What a process does: serve, run jobs, or both. */
export type ProcessRole = (typeof PROCESS_ROLES)[number];

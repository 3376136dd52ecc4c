/** A backup or a restore that was refused or failed, with a message for the operator. */
export class BackupError extends Error {}

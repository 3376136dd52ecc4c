/** A backup or a restore that was refused or failed, with a message for the operator. */
export class BackupError extends Error {}

/** The target is another one than when it was opened: it must be opened again. */
export class TargetChangedError extends BackupError {}

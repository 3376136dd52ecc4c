import type { S3Config } from './file-config.ts';

export interface BackupConfig {
  /** Undefined while backups are not set up. */
  readonly target: string | undefined;
  readonly passphraseFile: string | undefined;
  /** `02:30`, or `off`. */
  readonly at: string;
  /** `7d,4w,12m` */
  readonly keep: string;
  readonly s3: S3Config;
}

import { limitAnswers } from './s3-answers.ts';
import { openS3, type S3, type S3Options } from './s3-client.ts';

/** Where files are stored in S3. */
export interface S3Location extends S3Options {
  readonly bucket: string;
  /** Before all names; empty for none. */
  readonly prefix: string;
  /** Shorter in tests. */
  readonly answerMs?: number;
}

/** A bucket that is opened with its first use. */
export interface S3Bucket {
  readonly location: S3Location;
  readonly open: () => Promise<S3>;
}

export function openBucket(location: S3Location): S3Bucket {
  let opened: Promise<S3> | undefined;
  const openNow = async () => {
    const s3 = await openS3(location);
    limitAnswers(s3.client, location.answerMs);
    return s3;
  };
  return { location, open: () => (opened ??= openNow()) };
}

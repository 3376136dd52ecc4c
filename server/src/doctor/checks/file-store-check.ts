import { randomUUID } from 'node:crypto';
import { DOCUMENT_FOLDER } from '../../features/documents/index.ts';
import type { FilePlaces } from '../../integrations/storage/file-places.ts';
import { AppError } from '../../platform/app-error.ts';
import { reasonOf } from '../../platform/formats/reason-of.ts';
import { type Check, fail, ok } from '../check.ts';

const NAME = 'object store';
const ADVICE = 'Check S3_ENDPOINT, S3_REGION, S3_BUCKET and the credentials, which must allow listing, reading, writing and deleting.';

/** Writes, reads, lists and removes an object of its own. @returns undefined while files are on the disk only */
export async function checkFileStore(places: FilePlaces): Promise<Check | undefined> {
  const store = places.openIn('s3', DOCUMENT_FOLDER);
  if (store === undefined) return undefined;
  const name = `incoming/${randomUUID()}.draft`;
  const content = Buffer.from(name);
  try {
    await store.put(name, content);
    const read = await store.read(name).finally(() => store.remove(name));
    if (!read.equals(content)) return fail(NAME, `${places.bucketAddress} returns other content than was written`, ADVICE);
    for await (const _ of store.folders()) break;
    return ok(NAME, `${places.bucketAddress} can be read and written${places.current === 's3' ? '' : '; new files go to the disk'}.`);
  } catch (error) {
    return fail(NAME, `${places.bucketAddress}: ${reasonOf(error instanceof AppError ? error.extra.cause : error)}`, ADVICE);
  }
}

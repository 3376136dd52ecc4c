import type { Linkable, UPLOADED_TYPES } from '@stowage/contract/documents/document-types';
import { DOCUMENT_MAX_BYTES, uploadDocument } from '@stowage/contract/documents/documents';
import { call } from '../../api/call.ts';
import { newId } from '../../shared/new-id.ts';

interface Wanted {
  readonly name: string;
  readonly type: (typeof UPLOADED_TYPES)[number];
  readonly link_kind?: Linkable;
  readonly link_id?: string;
}

/**
 * Files a document in the background. A failure only shows a message: the file is still on this device
 * and can be filed manually.
 */
export async function fileQuietly(content: Blob, wanted: Wanted): Promise<void> {
  if (content.size === 0 || content.size > DOCUMENT_MAX_BYTES) return;
  try {
    const body = new Uint8Array(await content.arrayBuffer());
    await call(uploadDocument, { query: { ...wanted, client_id: newId() }, body });
  } catch (error) {
    console.warn('The document was not filed', error);
  }
}

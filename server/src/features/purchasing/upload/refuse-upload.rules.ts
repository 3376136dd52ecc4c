import { PO_UPLOAD_MESSAGES, type PoUploadRefusal } from '@stowage/contract/purchasing/purchase-order-upload';
import { AppError } from '../../../platform/app-error.ts';

/** Refuses an upload; its details name the cause. */
export function refuseUpload(
  code: 'invalid_input' | 'conflict' | 'rule_violated',
  reason: string,
  refusal: Partial<PoUploadRefusal> & { readonly cause: string },
): never {
  const details: PoUploadRefusal = { rejectedCount: 0, rejected: [], duplicateCount: 0, duplicates: [], ...refusal };
  throw new AppError(code, PO_UPLOAD_MESSAGES.refused, { reason, details });
}

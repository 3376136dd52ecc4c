import { AppError } from '../../../platform/app-error.ts';

/** How a scan is refused whose client id belongs to another scan. */
export function scanIdReused(): AppError {
  return new AppError('conflict', 'This scan id was used for another scan', { reason: 'scan_id_reused' });
}

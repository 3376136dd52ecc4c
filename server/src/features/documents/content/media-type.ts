import { AppError } from '../../../platform/app-error.ts';
import { photoKind } from '../../photos/index.ts';
import { contentKind } from './content-kind.rules.ts';

/** The media type of an uploaded file. @throws AppError `empty`, or `unknown_content` for programs and what else is no document */
export function mediaTypeOf(content: Uint8Array, name: string): string {
  if (content.length === 0) throw new AppError('invalid_input', 'The file is empty', { reason: 'empty' });
  const photo = photoKind(content);
  const kind = photo === undefined ? contentKind(content, name) : `image/${photo}`;
  if (kind === undefined) {
    throw new AppError('invalid_input', 'Upload a PDF, picture, table, text or ZIP file', { reason: 'unknown_content' });
  }
  return kind;
}

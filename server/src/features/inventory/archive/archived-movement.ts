import { AppError } from '../../../platform/app-error.ts';

const ARCHIVED_TEXT = "It is archived, so it can't be undone. An administrator of the server can attach its partition: stowage archive attach.";

/** The refusal to undo a movement that is in a file. */
export const archivedMovement = () => new AppError('conflict', ARCHIVED_TEXT, { reason: 'archived' });

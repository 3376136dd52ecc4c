export { type ArchiveContext, type ArchivedRange, archiveBefore, listArchivedRanges } from './archive.service.ts';
export { isArchived } from './archived.condition.ts';
export type { ArchivedTable, IdRange } from './archived-table.ts';
export { createArchives } from './archives.ts';
export { attachFile } from './attach.service.ts';
export { listArchives } from './list-archives.ts';

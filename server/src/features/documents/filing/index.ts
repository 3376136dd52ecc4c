// A separate entry: areas that store documents call this, while documents read those areas' files.
export type { Filing } from './filing.ts';
export { fileReport } from './report-file.ts';
export { fileSource, markSourceDeleted, relabelSources, removeSources } from './source-document.service.ts';

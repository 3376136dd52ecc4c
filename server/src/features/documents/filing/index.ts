// A separate entry: areas that store documents call this, while documents read those areas' files.
export { fileSource, markSourceDeleted, relabelSources, removeSources } from './source-document.service.ts';

// A door of its own: the areas whose files are documents call this, while documents read those areas' files.
export { fileSource, markSourceDeleted, relabelSources, removeSources } from './source-document.service.ts';

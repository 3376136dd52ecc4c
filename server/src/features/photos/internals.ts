// For the demo data and for tests: they write and read rows that no use case does.
export { readPicture } from './files/picture.ts';

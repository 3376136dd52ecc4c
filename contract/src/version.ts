import { version } from '../../package.json';

/** The version of Stowage, by Semantic Versioning. The bundles of server and page contain it. */
export const VERSION = version;

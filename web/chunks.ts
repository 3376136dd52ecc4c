import path from 'node:path';
import { normalizePath } from 'vite';

/** What Rolldown knows about the modules of the build. */
interface ModuleGraph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const source = (file: string) => normalizePath(path.resolve(import.meta.dirname, 'src', file));

/** Of the desk and of a phone that uploads photos. They run when they are loaded, so they are in no chunk that others load. */
const ENTRIES = { desk: source('main.tsx'), phone: source('upload.tsx') };
/** What surrounds every screen after the sign-in. */
const SHELL = source('app/shell/Shell.tsx');

const REACT = /node_modules[\\/](react|react-dom|scheduler)[\\/]/;
const ROUTER = /node_modules[\\/]@tanstack[\\/](react-router|router-core|history|react-store|store)[\\/]/;

/** Fewer screens than these share the modules of their own files. */
const MANY_SCREENS = 8;

/**
 * Which modules are sent together. By default each set of modules that the same screens share is a file, which made 130 requests for
 * the first screen after a release, most of them for less than a kilobyte; a browser sends six at a time.
 */
export const CHUNKS = [
  { name: 'react', test: REACT, priority: 5 },
  { name: 'router', test: ROUTER, priority: 4 },
  { name: firstChunk, debugName: 'first', tags: ['$initial' as const], priority: 3 },
  { name: shellChunk, debugName: 'shell', priority: 2 },
  { name: 'screens', minShareCount: MANY_SCREENS, priority: 1 },
];

function firstChunk(id: string, graph: ModuleGraph): string | null {
  if (Object.values(ENTRIES).includes(id)) return null;
  const isOfPhone = reachableFrom(ENTRIES.phone, graph).has(id);
  if (!reachableFrom(ENTRIES.desk, graph).has(id)) return isOfPhone ? 'phone' : null;
  return isOfPhone ? 'both' : 'desk';
}

function shellChunk(id: string, graph: ModuleGraph): string | null {
  return reachableFrom(SHELL, graph).has(id) ? 'shell' : null;
}

const reachable = new Map<string, ReadonlySet<string>>();

/** The modules that a file imports statically, directly or through others, and the file itself. */
function reachableFrom(file: string, graph: ModuleGraph): ReadonlySet<string> {
  const known = reachable.get(file);
  if (known !== undefined) return known;
  const found = new Set([file]);
  for (const id of found) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) found.add(imported);
  reachable.set(file, found);
  return found;
}

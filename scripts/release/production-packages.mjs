import path from 'node:path';

/**
 * The packages that a release installs, from the lock file of the checkout: same versions, same hashes, every platform.
 * @param {{ packages: Record<string, any> }} lock package-lock.json
 * @param {{ dependencies?: Record<string, string>, optionalDependencies?: Record<string, string> }} manifest the release's package.json
 * @returns {Record<string, any>} entries of a lock file by their place in `node_modules`, sorted
 */
export function productionPackages(lock, manifest) {
  const required = new Set();
  const optional = new Set();
  for (const name of Object.keys(manifest.dependencies ?? {})) visit('', name, required);
  for (const place of [...required]) visitOptional(place);
  visitOptional('', manifest);
  return Object.fromEntries([...new Set([...required, ...optional])].sort().map((place) => [place, entry(place)]));

  function visit(from, name, found) {
    const place = resolve(from, name);
    if (place === undefined || found.has(place) || required.has(place)) return;
    found.add(place);
    const { dependencies, peerDependencies, peerDependenciesMeta = {} } = lock.packages[place];
    const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta[peer]?.optional);
    for (const next of [...Object.keys(dependencies ?? {}), ...peers]) visit(place, next, found);
    if (found === optional) visitOptional(place);
  }

  function visitOptional(place, { optionalDependencies = {} } = lock.packages[place]) {
    for (const name of Object.keys(optionalDependencies)) visit(place, name, optional);
  }

  /** As Node finds a package: in the nearest `node_modules` above. */
  function resolve(from, name) {
    for (let folder = from; ; folder = path.posix.dirname(folder)) {
      const place = path.posix.join(folder === '.' ? '' : folder, 'node_modules', name);
      if (lock.packages[place] !== undefined) return place;
      if (folder === '' || folder === '.') return undefined;
    }
  }

  /** What holds in this checkout only is left out: who else uses the package, and where it came from. */
  function entry(place) {
    const { dev, devOptional, peer, optional: _, resolved, ...rest } = lock.packages[place];
    return required.has(place) ? rest : { ...rest, optional: true };
  }
}

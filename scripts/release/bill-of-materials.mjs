import { createHash } from 'node:crypto';

/**
 * A CycloneDX bill of materials: the packages that a release installs, and those whose code is compiled into the page.
 * It has no time and no random number, so that two runs write the same.
 * @param {object} release
 * @param {string} release.version
 * @param {{ name: string, sha256: string }} release.archive
 * @param {Record<string, any>} release.installed entries of a lock file, by place
 * @param {Record<string, any>} release.compiled the same, of the page's packages
 */
export function billOfMaterials({ version, archive, installed, compiled }) {
  const content = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `stowage@${version}`,
        name: 'stowage',
        version,
        hashes: [{ alg: 'SHA-256', content: archive.sha256 }],
        purl: `pkg:generic/stowage@${version}`,
        properties: [{ name: 'stowage:file', value: archive.name }],
      },
    },
    components: [...components(installed, 'installed'), ...components(compiled, 'compiled into the page')],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: serialOf(content),
    version: 1,
    ...content,
  };
}

function components(packages, use) {
  return Object.entries(packages).map(([place, { version, integrity, license, optional }]) => {
    const name = place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return {
      type: 'library',
      'bom-ref': `${use === 'installed' ? place : `page/${name}`}@${version}`,
      name,
      version,
      scope: optional ? 'optional' : 'required',
      hashes: hashesOf(integrity),
      licenses: [licenseOf(license)],
      purl,
      properties: [
        { name: 'stowage:use', value: use },
        { name: 'stowage:place', value: place },
      ],
    };
  });
}

function hashesOf(integrity) {
  const [algorithm = '', digest = ''] = integrity.split(/-(.*)/);
  return [{ alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }];
}

/** An SPDX identifier, an expression of them, or the package's own words. */
function licenseOf(license) {
  if (/ (AND|OR|WITH) /.test(license)) return { expression: license };
  return license.startsWith('SEE ') ? { license: { name: license } } : { license: { id: license } };
}

function serialOf(content) {
  const hex = createHash('sha256').update(JSON.stringify(content)).digest('hex');
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

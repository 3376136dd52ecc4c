import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { severeAdvisories, unknownLicenses } from './check-packages.mjs';

it('knows the license of every package that runs', () => {
  expect(unknownLicenses(JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')))).toEqual([]);
});

it('reports unknown and missing licenses, and understands alternatives', () => {
  const packages = {
    server: { license: 'UNLICENSED' },
    'node_modules/copyleft': { license: 'AGPL-3.0' },
    'node_modules/a/node_modules/nameless': {},
    'node_modules/either': { license: '(AGPL-3.0 OR MIT)' },
    'node_modules/both': { license: 'AGPL-3.0 AND MIT' },
    'node_modules/tool': { license: 'AGPL-3.0', dev: true },
  };
  expect(unknownLicenses({ packages })).toEqual([
    'copyleft: the license AGPL-3.0 is unknown',
    'nameless: the license is missing',
    'both: the license AGPL-3.0 AND MIT is unknown',
  ]);
});

it('reports high and critical advisories, and says when there is no report', () => {
  const advisory = (severity: string) => ({ severity, title: `a ${severity} one`, url: `https://example.com/${severity}` });
  const vulnerabilities = {
    one: { name: 'one', via: [advisory('critical'), advisory('moderate')] },
    two: { name: 'two', via: ['one', advisory('high')] },
  };
  const output = `npm warn something\n${JSON.stringify({ auditReportVersion: 2, vulnerabilities }, undefined, 2)}\n`;
  expect(severeAdvisories(output)).toEqual([
    'one: critical: a critical one (https://example.com/critical)',
    'two: high: a high one (https://example.com/high)',
  ]);
  expect(severeAdvisories('{\n  "auditReportVersion": 2,\n  "vulnerabilities": {}\n}')).toEqual([]);
  for (const none of ['npm error audit endpoint returned an error\n{\n  "statusCode": 405,\n  "error": {}\n}', '', 'getaddrinfo ENOTFOUND']) {
    expect(severeAdvisories(none)).toBeUndefined();
  }
});

import { expect, it } from 'vitest';
import { isOwnOrigin } from './own-origin.ts';

const HOST = 'stowage.example:8443';
const PUBLIC = 'https://desk.example';

it.each([
  [{ host: HOST }, true],
  [{ host: HOST, origin: `https://${HOST}` }, true],
  [{ host: 'internal:3000', origin: 'https://desk.example' }, true],
  [{ host: 'internal:3000', 'x-forwarded-host': 'other.example, inner', origin: 'https://other.example' }, true],
  [{ host: HOST, origin: 'https://evil.example' }, false],
  [{ host: HOST, origin: 'https://stowage.example' }, false],
  [{ host: HOST, origin: 'null' }, false],
  [{ host: HOST, 'sec-fetch-site': 'same-origin' }, true],
  [{ host: HOST, 'sec-fetch-site': 'none' }, true],
  [{ host: HOST, 'sec-fetch-site': 'cross-site' }, false],
  [{ host: HOST, 'sec-fetch-site': 'same-site' }, false],
])('lets %j connect: %s', (headers, isOwn) => {
  expect(isOwnOrigin(headers, PUBLIC)).toBe(isOwn);
});

import { expect, it } from 'vitest';
import { errorFields } from './logger.ts';

it('logs of an error of AWS what failed, and nothing of the request', () => {
  const $response = { body: { req: { _header: 'authorization: AWS4-HMAC-SHA256 Credential=AKIAEXAMPLE' } } };
  const sent = { AWSAccessKeyId: 'AKIAEXAMPLE', SignatureProvided: '0f1e2d', StringToSign: 'AWS4-HMAC-SHA256' };
  const error = Object.assign(new Error('The signature differs'), { $metadata: { httpStatusCode: 403 }, $response, ...sent });
  const line = JSON.stringify(errorFields(error));
  expect(JSON.parse(line)).toMatchObject({ message: 'The signature differs', $metadata: { httpStatusCode: 403 } });
  expect(line).not.toMatch(/AKIAEXAMPLE|0f1e2d|HMAC/);
});

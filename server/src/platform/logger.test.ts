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

it('logs of a refused statement what failed, and no values of rows', () => {
  const values = {
    detail: 'Key (email)=(buyer@example.com) already exists.',
    where: 'COPY buyers, line 1: "buyer@example.com"',
    internalQuery: "select 'buyer@example.com'",
  };
  const line = JSON.stringify(errorFields(Object.assign(new Error('duplicate key'), { code: '23505', constraint: 'users_email_key', ...values })));
  expect(JSON.parse(line)).toMatchObject({ message: 'duplicate key', code: '23505', constraint: 'users_email_key' });
  expect(line).not.toContain('buyer@example.com');
});

import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { PDFDocument, PDFPage } from 'pdf-lib';
import { expect, it, vi } from 'vitest';
import { createCase, jpeg, Phone, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { unzip } from '../../../../test/unzip.ts';

const test = await createTestApp();
const staff = await test.signIn();
await seedTestCatalog(test.db);
await sql`
  with list as (
    insert into price_list_uploads (file_name, vendor, state, created_by, applied_at) select 'acme.xlsx', 'Acme', 'APPLIED', min(id), now() from users returning id
  )
  insert into price_list_items (gtin, product_title, cost, upload_id, updated_at) select '00036000291452', 'Electric Kettle', 11.505, id, '2026-11-03' from list`.execute(
  test.db,
);
const line = await seedLine(test);
const code = await createCase(staff, line);
const phone = new Phone(test, code);
await phone.open();
for (const section of ['shipping-box', 'product', 'product']) await phone.send(await jpeg(), { section });
await staff.post(`/api/qrcases/${code.caseId}/amazon-data`, { lpn: 'LPN – ☃ 日本', removalOrderId: '=cmd' });

it('is a ZIP whose manifest lists the hash of every file', async () => {
  const answer = await staff.get(`/api/qrcases/${code.caseId}/evidence.zip`);
  expect(answer.headers).toMatchObject({ 'content-type': 'application/zip', 'content-disposition': `attachment; filename="case-${code.caseId}.zip"` });
  const files = unzip(answer.rawPayload);
  const names = [...files.keys()].sort();
  expect(names).toHaveLength(7);
  expect(names).toEqual(expect.arrayContaining([`case-${code.caseId}.pdf`, 'history.csv', 'manifest.sha256', 'originals.csv']));
  const manifest = (files.get('manifest.sha256') ?? Buffer.alloc(0)).toString('utf8').trim().split('\n');
  expect(manifest).toHaveLength(6);
  for (const entry of manifest) {
    const [hash, name = ''] = entry.split('  ');
    expect([
      name,
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
    ]).toEqual([name, hash]);
  }
  const { photos } = (await staff.get(`/api/qrcases/${code.caseId}`)).json();
  const served = await test.app.inject(photos[0].url);
  expect(files.get(`photos/${photos[0].section}/${photos[0].filename}`)).toEqual(served.rawPayload);
  expect(files.get('history.csv')?.toString('utf8')).toContain('Photo added: Product, front and back');
});

it('is also a PDF, which accepts any characters of a case', async () => {
  const answer = await staff.get(`/api/qrcases/${code.caseId}/evidence.pdf`);
  expect(answer.headers['content-type']).toBe('application/pdf');
  const pdf = await PDFDocument.load(answer.rawPayload);
  expect(pdf.getPageCount()).toBeGreaterThanOrEqual(2);
  expect(pdf.getTitle()).toBe(`Case ${code.caseId}`);
});

it('prints the whole text, with complete hashes and unchanged characters', async () => {
  await staff.post(`/api/qrcases/${code.caseId}/amazon-data`, { lpn: 'Łódź Ελλάδα Киев 日本' });
  const draw = vi.spyOn(PDFPage.prototype, 'drawText');
  try {
    await staff.get(`/api/qrcases/${code.caseId}/evidence.pdf`);
    const texts = draw.mock.calls.map(([text]) => text);
    const ends = draw.mock.calls.map(([text, { x = 0, size = 0, font } = {}]) => x + (font?.widthOfTextAtSize(text, size) ?? Number.POSITIVE_INFINITY));
    expect(Math.max(...ends)).toBeLessThanOrEqual(595.28 - 48 + 0.01);
    expect(texts.filter((text) => /^SHA-256 [0-9a-f]{64}$/.test(text))).toHaveLength(3);
    expect(texts).toContain('Łódź Ελλάδα Киев ??');
  } finally {
    draw.mockRestore();
  }
});

it("names the price list behind a unit's cost", async () => {
  const draw = vi.spyOn(PDFPage.prototype, 'drawText');
  try {
    await staff.get(`/api/qrcases/${code.caseId}/evidence.pdf`);
    expect(draw.mock.calls.map(([text]) => text)).toContain('$11.505 by the price list (Acme, acme.xlsx) of 2026-11-03');
  } finally {
    draw.mockRestore();
  }
});

it('names a photo whose file is missing and contains everything else', async () => {
  const other = await createCase(staff, await seedLine(test));
  const camera = new Phone(test, other);
  await camera.open();
  for (const section of ['product', 'product']) await camera.send(await jpeg(), { section });
  const { photos } = (await staff.get(`/api/qrcases/${other.caseId}`)).json();
  const [gone, kept] = photos.map(({ section, filename }: { section: string; filename: string }) => ({ name: `photos/${section}/${filename}`, filename }));
  await rm(path.join(test.photoFolder, 'returns', String(other.caseId), gone.filename));
  const files = unzip((await staff.get(`/api/qrcases/${other.caseId}/evidence.zip`)).rawPayload);
  expect([files.has(gone.name), files.has(kept.name)]).toEqual([false, true]);
  expect(files.get('manifest.sha256')?.toString('utf8')).toContain(`# Missing: ${gone.name}`);
  expect((await PDFDocument.load(files.get(`case-${other.caseId}.pdf`) ?? '')).getPageCount()).toBeGreaterThan(0);
});

it('requires a session and an existing case', async () => {
  expect((await test.app.inject(`/api/qrcases/${code.caseId}/evidence.zip`)).statusCode).toBe(401);
  expect((await phone.call('GET', '/uploads/none')).statusCode).toBe(404);
  expect((await staff.get('/api/qrcases/999999/evidence.pdf')).statusCode).toBe(404);
});

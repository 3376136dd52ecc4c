import type { DocumentDetail } from '@stowage/contract/documents/documents';
import { screen } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { DocumentPreview } from './DocumentPreview.tsx';

const csv = { id: 1, name: 'a.csv', media_type: 'text/csv', bytes: 400_000, version: 1 } as DocumentDetail;

it.each([
  ['name,qty\n', 'The rows are too long for a preview. Save the file to see them.'],
  ['name,qty\nLamp,1\n', 'The first 1 row. Save the file to see all of them.'],
])('says how much of a large table %j shows', async (text, note) => {
  signedIn({});
  server.use(http.get('/api/documents/1/beginning', () => HttpResponse.json({ text, is_cut: true })));
  openPage(() => <DocumentPreview document={csv} />, {});
  expect(await screen.findByText(note)).toBeTruthy();
});

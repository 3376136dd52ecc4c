import type { Label } from '@stowage/contract/labels/labels';
import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { forgetDymoService } from './dymo-service.ts';
import { LabelDialog } from './LabelDialog.tsx';

const kettle: Label = { code: 'X00KETTLEN', title: 'Electric Kettle', detail: 'New', itemCode: 'NRD10001', isLarge: false };
const DYMO = 'https://127.0.0.1:41953/DYMO/DLS/Printing';

function open(labels: readonly Label[] = [kettle]) {
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const onClose = vi.fn();
  const user = openPage(() => <LabelDialog labels={labels} onClose={onClose} returnFocusTo={() => null} />, {});
  return { print, onClose, user, sheet: () => document.querySelectorAll('.label-sheet > *') };
}

/** A fake DYMO service on one of its ports. */
let printers = ['DYMO LabelWriter 450', 'DYMO LabelWriter 550'];
let printed: Record<string, string>[] = [];
let calls: string[] = [];
const listed = () =>
  `<Printers>${printers.map((name) => `<LabelWriterPrinter><Name>${name}</Name><IsConnected>False</IsConnected></LabelWriterPrinter>`).join('')}</Printers>`;

function startDymo() {
  server.use(
    http.get(`${DYMO}/StatusConnected`, () => HttpResponse.text('true')),
    http.get(`${DYMO}/GetPrinters`, () => {
      calls.push('GetPrinters');
      return HttpResponse.text(JSON.stringify(listed()));
    }),
    http.post(`${DYMO}/PrintLabel`, async ({ request }) => {
      calls.push('PrintLabel');
      printed.push(Object.fromEntries(new URLSearchParams(await request.text())));
      return HttpResponse.text('');
    }),
  );
}

beforeEach(() => {
  signedIn();
  forgetDymoService();
  [printed, calls] = [[], []];
  printers = ['DYMO LabelWriter 450', 'DYMO LabelWriter 550'];
  server.use(http.get(/^https:\/\/(127\.0\.0\.1|localhost):419\d\d\//, () => HttpResponse.error()));
});
afterEach(() => vi.unstubAllGlobals());

describe("the browser's dialog", () => {
  it('prints the requested number of copies, each on its own page', async () => {
    const { print, user, sheet } = open([kettle, { ...kettle, code: 'A-1', isLarge: true }]);
    const copies = screen.getByLabelText('Copies of each');
    await user.clear(copies);
    expect(screen.getByText('A number from 1 to 99')).toBeTruthy();
    await user.type(copies, '3');
    await user.click(screen.getByRole('button', { name: 'Print 6 labels' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    expect(sheet()).toHaveLength(6);
  });

  it('prints the last job again, and a test', async () => {
    const { print, onClose, user, sheet } = open([kettle]);
    expect(screen.queryByRole('button', { name: 'Reprint last' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Test print' }));
    await waitFor(() => expect(print).toHaveBeenCalledOnce());
    window.dispatchEvent(new Event('afterprint'));
    expect(onClose).not.toHaveBeenCalled();
    expect(within(sheet()[0] as HTMLElement).getByText('TEST-LABEL')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Reprint last' }));
    await waitFor(() => expect(print).toHaveBeenCalledTimes(2));
    expect(sheet()).toHaveLength(1);
    window.dispatchEvent(new Event('afterprint'));
    expect(onClose).toHaveBeenCalledOnce();
  });
});

it('shows item code, condition, code and title, and for a case its text only', () => {
  open([kettle, { caseId: '12', disposition: 'Wrong item', quantity: 3 }]);
  const preview = within(screen.getByRole('region', { name: 'Preview' }));
  expect(preview.getByRole('img', { name: 'Label X00KETTLEN' })).toBeTruthy();
  for (const text of ['NRD10001', 'New', 'X00KETTLEN', 'Electric Kettle', 'Case 12', 'Wrong item', 'Qty: 3']) expect(preview.getByText(text)).toBeTruthy();
});

it('files each print with its product if known, and no test', async () => {
  const all: URLSearchParams[] = [];
  // On a busy machine a label of an earlier test is filed only now.
  const filed = () => all.filter((query) => !query.get('name')?.includes(kettle.code));
  server.use(
    http.post('/api/documents', ({ request }) => {
      all.push(new URL(request.url).searchParams);
      return HttpResponse.json({ id: 1, duplicates: [] });
    }),
  );
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:labels', revokeObjectURL: () => {} }));
  const { print, user } = open([{ ...kettle, code: 'X00FILED01', productId: 7 }]);
  await user.click(screen.getByRole('button', { name: 'Test print' }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  await user.click(screen.getByRole('button', { name: 'Print 1 label' }));
  await waitFor(() => expect(filed()).toHaveLength(1));
  await user.selectOptions(screen.getByLabelText('Print by'), 'ZPL');
  await user.click(screen.getByRole('button', { name: 'Print 1 label' }));
  await waitFor(() => expect(filed()).toHaveLength(2));
  expect(filed().map((query) => [query.get('name'), query.get('type'), query.get('link_kind'), query.get('link_id')])).toEqual([
    ['Label X00FILED01 Electric Kettle.pdf', 'LABEL_PDF', 'PRODUCT', '7'],
    ['Label X00FILED01 Electric Kettle.zpl', 'LABEL_PDF', 'PRODUCT', '7'],
  ]);
});

describe('a DYMO printer', () => {
  const choose = async (user: ReturnType<typeof open>['user']) => user.selectOptions(screen.getByLabelText('Print by'), 'DYMO label printer');

  it('is found on its port; the first listed one prints, connected or not, and the choice is stored', async () => {
    startDymo();
    const { user } = open();
    await choose(user);
    expect(await screen.findByRole('option', { name: 'DYMO LabelWriter 550' })).toBeTruthy();
    expect(screen.getByLabelText<HTMLSelectElement>('Printer').value).toBe('DYMO LabelWriter 450');
    calls = [];
    await user.dblClick(screen.getByRole('button', { name: 'Print 1 label' }));
    expect(await screen.findByText('Label sent to printer successfully!')).toBeTruthy();
    expect(calls).toEqual(['GetPrinters', 'PrintLabel']);
    expect(printed[0]).toMatchObject({ printerName: 'DYMO LabelWriter 450', printParamsXml: expect.stringContaining('<Copies>1</Copies>') });
    expect(printed[0]?.labelXml).toContain('<Text>X00KETTLEN</Text><Type>Code128A</Type>');
    await user.selectOptions(screen.getByLabelText('Printer'), 'DYMO LabelWriter 550');
    await user.click(screen.getByRole('button', { name: 'Print 1 label' }));
    await waitFor(() => expect(printed[1]?.printerName).toBe('DYMO LabelWriter 550'));
    expect(JSON.parse(localStorage.getItem('stowage.label-station') ?? '')).toEqual({ way: 'DYMO', printer: 'DYMO LabelWriter 550' });
  });

  it('without running software is reported with what to check', async () => {
    const { user } = open();
    await choose(user);
    expect(await screen.findByText(/^Failed to print label: DYMO framework not loaded\./)).toBeTruthy();
    expect(screen.getByText('A label printer is connected')).toBeTruthy();
    startDymo();
    await user.click(screen.getByRole('button', { name: 'Look again' }));
    expect(await screen.findByLabelText('Printer')).toBeTruthy();
  });

  it('that is missing is reported', async () => {
    printers = [];
    startDymo();
    const { user } = open();
    await choose(user);
    expect(await screen.findByText(/^Failed to print label: No DYMO printers found\./)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Print 1 label' }));
    await waitFor(() => expect(calls.filter((call) => call === 'GetPrinters').length).toBeGreaterThan(1));
    expect(screen.getAllByText(/No DYMO printers found/)).toHaveLength(1);
    expect(printed).toEqual([]);
  });
});

it('offers label sheets of which some labels are used, and counts what was printed', async () => {
  const counted: unknown[] = [];
  server.use(
    http.post('/api/labels/printed', async ({ request }) => {
      counted.push(await request.json());
      return HttpResponse.json({ success: true });
    }),
  );
  const { onClose, user } = open([kettle]);
  await user.selectOptions(screen.getByLabelText('Print by'), 'PDF file for label sheets, A4 or Letter');
  await user.selectOptions(screen.getByLabelText('Sheet'), 'A4, 14 a sheet: 99.1 × 38.1 mm (Avery L7163)');
  const first = screen.getByLabelText('First free label on the sheet');
  await user.clear(first);
  await user.type(first, '15');
  expect(screen.getByText('A number from 1 to 14')).toBeTruthy();
  await user.clear(first);
  await user.type(first, '14');
  await user.click(screen.getByRole('button', { name: 'Print 1 label' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(JSON.parse(localStorage.getItem('stowage.label-station') ?? '')).toEqual({ way: 'PDF', sheet: 'L7163' });
  await waitFor(() => expect(counted).toEqual([{ kind: 'ITEM', labels: 1 }]));
});

it('names the labels whose bars are too fine on the chosen sheet', async () => {
  const [long, longer] = ['KETTLE-STAINLESS-STEEL-1L-BLK', 'KETTLE-STAINLESS-STEEL-1L-BLACK'];
  const { user } = open([kettle, { ...kettle, code: long }, { ...kettle, code: long }, { ...kettle, code: longer }]);
  await user.selectOptions(screen.getByLabelText('Print by'), 'PDF file for label sheets, A4 or Letter');
  await user.selectOptions(screen.getByLabelText('Sheet'), 'A4, 21 a sheet: 63.5 × 38.1 mm (Avery L7160)');
  const warning = `Bars of 0.11 mm are too fine for many scanners. Choose a sheet with larger labels for ${long}, ${longer}.`;
  expect(screen.getByText(warning)).toBeTruthy();
  await user.selectOptions(screen.getByLabelText('Sheet'), 'A4, 14 a sheet: 99.1 × 38.1 mm (Avery L7163)');
  expect(screen.queryByText(/too fine/)).toBeNull();
});

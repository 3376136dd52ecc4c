import { fireEvent, screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { type ReactNode, useState } from 'react';
import { expect, it } from 'vitest';
import { renderInPage } from '../../test/open-page.tsx';
import { createKeys, SLOW_GAP_MS } from '../../test/scanner.ts';
import { server, signedIn } from '../../test/server.ts';
import { CaseReviewPage } from '../features/cases/CaseReviewPage.tsx';
import { DocumentsPage } from '../features/documents/DocumentsPage.tsx';
import { AdjustmentPage } from '../features/inventory/adjustment/AdjustmentPage.tsx';
import { ReportPage } from '../features/inventory/report/ReportPage.tsx';
import { StockTab } from '../features/inventory/stock/StockTab.tsx';
import { InvoicingPage } from '../features/invoicing/InvoicingPage.tsx';
import { OrdersPage } from '../features/orders/list/OrdersPage.tsx';
import { PriceListPage } from '../features/price-lists/PriceListPage.tsx';
import { CompetitorsPage } from '../features/pricing/map-compliance/CompetitorsPage.tsx';
import { StrategiesPage } from '../features/pricing/strategies/StrategiesPage.tsx';
import { AddProductPage } from '../features/products/new/AddProductPage.tsx';
import { PoListPage } from '../features/purchasing/purchase-orders/PoListPage.tsx';
import { HistoryNavigation } from '../features/purchasing/receiving/HistoryNavigation.tsx';
import { ReceivePage } from '../features/purchasing/receiving/ReceivePage.tsx';

interface PageProps {
  readonly address: Record<string, string>;
  readonly onAddress: (change: object) => void;
}

const nothing = () => {};
const noLink = () => null;

/** Each screen with a field whose search is in the address or in a call, and the label of the field. */
const SCREENS: readonly (readonly [screen: string, label: string, render: (props: PageProps) => ReactNode])[] = [
  ['Adjustment, items', 'Identifier', (props) => <AdjustmentPage {...props} onPrint={nothing} onCount={nothing} />],
  [
    'Adjustment, movements',
    'SKU',
    ({ address, ...props }) => <AdjustmentPage address={{ ...address, tab: 'adjustments' }} {...props} onPrint={nothing} onCount={nothing} />,
  ],
  ['Report', 'Identifier', (props) => <ReportPage {...props} />],
  ['Report, movements', 'SKU', ({ address, ...props }) => <ReportPage address={{ ...address, tab: 'adjustments' }} {...props} />],
  ['Stock', 'Find', (props) => <StockTab {...props} onPrint={nothing} onCount={nothing} />],
  ['Receive Inventory', 'Find a purchase order', (props) => <ReceivePage {...props} onPrint={nothing} walk={() => null} onOpen={nothing} />],
  ['Receive Inventory, scan history', 'Find a scanned code', (props) => <HistoryNavigation {...props} oldest={undefined} isLoading={false} />],
  ['Price Lists', 'Search price lists', (props) => <PriceListPage {...props} />],
  ['Po/Packing List', 'Search', (props) => <PoListPage title="Purchase Orders/ Packing Lists" isExpandable onOpen={nothing} {...props} />],
  ['PO Status List', 'Search', (props) => <PoListPage title="Purchase Orders Summary" isExpandable={false} onOpen={nothing} {...props} />],
  ['Documents', 'Name, record or vendor', (props) => <DocumentsPage {...props} mayWrite={false} mayDelete={false} mayPurge={false} />],
  [
    'Add Product',
    'Identifier',
    ({ address, onAddress }) => <AddProductPage code={address.q} onCode={(q) => onAddress({ q })} mayPrice={false} onSaved={nothing} />,
  ],
  ['Orders', 'Search or scan an order', (props) => <OrdersPage {...props} onOpen={() => {}} linkTo={noLink} />],
  ['Case Review', 'Search cases', (props) => <CaseReviewPage {...props} linkToOrder={noLink} onPrintLabel={nothing} />],
  ['Invoicing', 'Search', (props) => <InvoicingPage {...props} />],
  ['Price Strategies', 'Search SKU or title', (props) => <StrategiesPage {...props} />],
  ['Competitors', 'Search name or seller ID', (props) => <CompetitorsPage {...props} />],
];
const PACES = [
  ['a scanner', 4],
  ['a slow scanner', SLOW_GAP_MS],
  ['a person', 150],
] as const;

const FIRST = 'X003ROG0KI';
const SECOND = 'X00HVHNK7V';

/** @param isAnswered whether calls with the first code get an answer */
function open(render: (props: PageProps) => ReactNode, isAnswered = true): { asked: string[] } {
  const asked: string[] = [];
  const note = (text: string) => text.includes('X00') && asked.push(text);
  signedIn();
  server.use(
    http.get('/api/locations', () => HttpResponse.json([])),
    // The lists stay empty; only what is asked for counts.
    http.all('/api/*', async ({ request }) => {
      const text = `${new URL(request.url).search} ${await request.text()}`;
      note(text);
      if (!isAnswered && text.includes(FIRST)) await new Promise(nothing);
      return HttpResponse.json({ message: 'Refused' }, { status: 400 });
    }),
  );
  function Route() {
    const [address, setAddress] = useState<Record<string, string>>({});
    const change = (part: object) => {
      note(JSON.stringify(part));
      setAddress((before) => ({ ...before, ...part }));
    };
    return render({ address, onAddress: change });
  }
  renderInPage(<Route />);
  return { asked };
}

const CASES = SCREENS.flatMap(([name, label, render]) => PACES.map(([who, gapMs]) => ({ name, label, render, who, gapMs })));

it.each(CASES)('$name: the second code of $who replaces the first one', async ({ label, render, gapMs }) => {
  const { asked } = open(render);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label });
  const keys = createKeys(gapMs);
  field.focus();
  keys.press(field, ...FIRST, 'Enter');
  await waitFor(() => expect(asked.at(-1)).toContain(FIRST));
  keys.press(field, ...SECOND, 'Enter');
  expect([field.isConnected, field.value]).toEqual([true, SECOND]);
  await waitFor(() => expect(asked.at(-1)).toContain(SECOND));
  expect(asked.filter((text) => text.includes(`${FIRST}X`))).toEqual([]);
});

it.each(SCREENS)('%s: codes that follow at once each replace the one before', async (_name, label, render) => {
  const { asked } = open(render, false);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: label });
  const keys = createKeys();
  field.focus();
  keys.press(field, ...FIRST, 'Enter', ...SECOND, 'Enter');
  expect(field.value).toBe(SECOND);
  await waitFor(() => expect(asked.at(-1)).toContain(SECOND));
  expect(asked.filter((text) => text.includes(`${FIRST}X`))).toEqual([]);
});

it.each(['Enter', 'the button'])('a search starts while another one has no answer yet, by %s', async (by) => {
  const { asked } = open((props) => <ReportPage {...props} />, false);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Identifier' });
  const keys = createKeys(150);
  keys.press(field, ...FIRST, 'Enter');
  const button = await screen.findByRole('button', { name: 'Searching...' });
  field.focus();
  keys.press(field, ...SECOND, ...(by === 'Enter' ? ['Enter'] : []));
  if (by !== 'Enter') fireEvent.click(button);
  await waitFor(() => expect(asked.at(-1)).toContain(SECOND));
  expect(field.value).toBe(SECOND);
});

it('a scan replaces a text that was clicked into; a person edits it there', async () => {
  const { asked } = open((props) => <StockTab {...props} onPrint={nothing} onCount={nothing} />);
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Find' });
  const keys = createKeys();
  field.focus();
  keys.press(field, ...FIRST, 'Enter');
  await waitFor(() => expect(asked.at(-1)).toContain(FIRST));
  const end = FIRST.length;
  field.setSelectionRange(end, end);
  keys.press(field, ...SECOND, 'Enter');
  expect(field.value).toBe(SECOND);
  field.setSelectionRange(end, end);
  createKeys(150, -10_000).press(field, 'Z', 'Enter');
  expect(field.value).toBe(`${SECOND}Z`);
  await waitFor(() => expect(asked.at(-1)).toContain(`${SECOND}Z`));
});

/** A listing for tests, as a seed of the simulator. */
export const TEST_LISTING = {
  sku: 'KETTLE N/1',
  asin: 'B000KETTLE',
  fnSku: 'X00KETTLEN',
  condition: 11,
  channel: 'DEFAULT',
  title: 'Electric Kettle – Crème™',
  brand: 'Norden',
  gtin: '00036000291452',
  priceCents: 2_999,
  quantity: 4,
};

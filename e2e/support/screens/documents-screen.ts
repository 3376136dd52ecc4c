import type { Page } from '@playwright/test';

export const csv = (rows: number, mark: string) => Buffer.from(`sku,qty\r\n${Array.from({ length: rows }, (_, nth) => `${mark}-${nth},1`).join('\r\n')}\r\n`);
export const table = (page: Page) => page.getByRole('table', { name: 'Documents' });

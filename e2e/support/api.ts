import type { Page } from '@playwright/test';

/** Calls the API as the signed-in person. @param body makes it a POST */
export async function ask<T>(page: Page, path: string, body?: object): Promise<T> {
  return (await page.evaluate(
    async ([url, payload]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('jwt')}`, 'content-type': 'application/json' };
      const answer = await fetch(url, payload === '' ? { headers } : { method: 'POST', headers, body: payload });
      return answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text();
    },
    [path, body === undefined ? '' : JSON.stringify(body)] as const,
  )) as T;
}

import type { CaseTemplate } from '@stowage/contract/cases/case-templates';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { renderInPage } from '../../../test/open-page.tsx';
import { server, signedIn } from '../../../test/server.ts';
import { CaseTemplatesPage } from './CaseTemplatesPage.tsx';

const template = (name: string): CaseTemplate => ({ template_key: name, template_name: name, subject_template: 'Case {{FNSKU}}', body_template: 'Hello' });

it('returns the focus to the template that was edited', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  server.use(
    http.get('/api/case-templates', () => HttpResponse.json([template('lost'), template('damaged')])),
    http.get('/api/claim-windows', () => HttpResponse.json([])),
  );
  renderInPage(<CaseTemplatesPage />);
  const edit = await screen.findByRole('button', { name: 'Edit damaged' });
  edit.focus();
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(document.activeElement?.textContent).toBe(edit.textContent));
  expect(document.activeElement).toBe(edit);
});

it('returns the focus to the row of a template that is kept, and to Add a template when it was removed', async () => {
  signedIn({ roles: ['ROLE_ADMIN'] });
  let rows = [template('lost'), template('damaged')];
  server.use(
    http.get('/api/case-templates', () => HttpResponse.json(rows)),
    http.get('/api/claim-windows', () => HttpResponse.json([])),
    http.delete('/api/case-templates/damaged', () => {
      rows = [template('lost')];
      return HttpResponse.json({ success: true });
    }),
  );
  renderInPage(<CaseTemplatesPage />);
  const remove = await screen.findByRole('button', { name: 'Remove damaged' });
  const answer = async (choice: string) => {
    remove.focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: choice }));
  };
  await answer('Cancel');
  await waitFor(() => expect(document.activeElement).toBe(remove));
  await answer('Remove');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a template' })));
  await waitFor(() => expect(screen.queryByText('damaged')).toBeNull());
});

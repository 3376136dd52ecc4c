import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { renderInPage } from '../../../test/open-page.tsx';
import { Recipients } from './Recipients.tsx';

it('keeps the next recipient that is typed while one is being added', async () => {
  let release: (isSaved: boolean) => void = () => {};
  const saved = new Promise<boolean>((resolve) => {
    release = resolve;
  });
  const added: string[] = [];
  renderInPage(
    <Recipients
      recipients={[]}
      isBusy={false}
      onRemove={() => {}}
      onAdd={(address) => {
        added.push(address);
        return saved;
      }}
    />,
  );
  const field = screen.getByLabelText<HTMLInputElement>('Recipient');
  await userEvent.type(field, 'ann@example.com{Enter}');
  expect(added).toEqual(['ann@example.com']);
  await userEvent.clear(field);
  await userEvent.type(field, 'bob@example.com');
  release(true);
  await saved;
  await userEvent.tab();
  expect(field.value).toBe('bob@example.com');
  await userEvent.type(field, '{Enter}');
  await screen.findByDisplayValue('');
  expect(added).toEqual(['ann@example.com', 'bob@example.com']);
});

import type { Endpoint, InputOf, OutputOf } from '@stowage/contract/endpoint';
import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import type { ReactNode } from 'react';
import { queryFor } from '../src/api/query.ts';
import { readAgain, renderInPage } from './open-page.tsx';
import { server } from './server.ts';

/**
 * A record that somebody else is changing: each save is refused.
 * @param answerOf the answer in which the record is read
 * @returns what was sent, and how to store what the other person saved
 */
export function refuseSaves<Stored>(read: string, save: string, first: Stored, answerOf: (stored: Stored) => unknown = (stored) => stored) {
  let stored = first;
  const sent: unknown[] = [];
  server.use(
    http.get(read, () => Response.json(answerOf(stored))),
    http.put(save, async ({ request }) => {
      sent.push(await request.json());
      return Response.json({ error: { message: 'Somebody else changed it', reason: 'changed_meanwhile' } }, { status: 409 });
    }),
  );
  const store = (next: Stored) => {
    stored = next;
  };
  return { sent, store };
}

interface SaveAfterAnother<E extends Endpoint> {
  readonly read: E;
  readonly input: InputOf<E>;
  readonly save: Endpoint;
  readonly first: OutputOf<E>;
  /** What the other person saves, as version 3. */
  readonly theirs: OutputOf<E>;
  readonly versionOf: (stored: OutputOf<E>) => number;
  readonly dialog: ReactNode;
  /** The labels of the field into which 7 is typed, and of the button that saves. */
  readonly field: string;
  readonly button: string;
}

/** Types into a dialog, lets the page below it read what somebody else saved meanwhile, and saves. @returns what was sent */
export async function saveAfterAnother<E extends Endpoint>(how: SaveAfterAnother<E>): Promise<unknown[]> {
  const { read, input, save, first, theirs, versionOf, dialog, field: label, button } = how;
  const { sent, store } = refuseSaves(read.path, save.path, first);
  function Page() {
    const { data } = useQuery(queryFor(read, input));
    return (
      <>
        <p>{`Version ${data === undefined ? 'unknown' : versionOf(data)}`}</p>
        {dialog}
      </>
    );
  }
  renderInPage(<Page />);
  const field = await screen.findByLabelText(label);
  await userEvent.clear(field);
  await userEvent.type(field, '7');
  store(theirs);
  readAgain(read);
  await screen.findByText('Version 3');
  await userEvent.click(screen.getByRole('button', { name: button }));
  await screen.findByText('Somebody else changed it');
  return sent;
}

import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { Button } from '../Button.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { Dialog } from './Dialog.tsx';

/** The button that opens the dialog is disabled after the confirmation, as after closing a list. */
function Once() {
  const [step, setStep] = useState<'before' | 'asked' | 'done'>('before');
  return (
    <main tabIndex={-1}>
      <Button disabled={step === 'done'} onClick={() => setStep('asked')}>
        Close the list
      </Button>
      <ConfirmDialog
        title="once"
        question="?"
        confirmLabel="Yes"
        isBusy={false}
        open={step === 'asked'}
        onClose={() => setStep('before')}
        onConfirm={() => setStep('done')}
      />
    </main>
  );
}

/** A dialog that reads its content first, and shows that in a dialog of its own. */
function Reading() {
  const [step, setStep] = useState<'closed' | 'reading' | 'read'>('closed');
  const close = () => setStep('closed');
  return (
    <main tabIndex={-1}>
      <Button onClick={() => setStep('reading')}>Settings</Button>
      {step === 'reading' && (
        <Dialog key="reading" title="reading" open onClose={close}>
          <Button onClick={() => setStep('read')}>Arrived</Button>
        </Dialog>
      )}
      {step === 'read' && (
        <Dialog key="read" title="read" open onClose={close}>
          <input aria-label="Field" />
        </Dialog>
      )}
    </main>
  );
}

type Form = 'plain' | 'mounted' | 'autofocus' | 'chosen';

/** A page with a button for each way to open a dialog. */
function Page() {
  const [open, setOpen] = useState<Form>();
  const close = () => setOpen(undefined);
  return (
    <>
      {(['plain', 'mounted', 'autofocus', 'chosen'] as const).map((form) => (
        <Button key={form} id={form} onClick={() => setOpen(form)}>{`Open ${form}`}</Button>
      ))}
      <label>
        Scan <input id="scan" />
      </label>
      <ConfirmDialog title="plain" question="?" confirmLabel="Yes" isBusy={false} open={open === 'plain'} onClose={close} onConfirm={close} />
      {open === 'mounted' && (
        <Dialog title="mounted" open onClose={close}>
          <input aria-label="Field" />
        </Dialog>
      )}
      {open === 'autofocus' && (
        <Dialog title="autofocus" open onClose={close}>
          <input aria-label="Field" autoFocus />
        </Dialog>
      )}
      {open === 'chosen' && (
        <Dialog title="chosen" open onClose={close} returnFocusTo={() => document.getElementById('scan')}>
          <input aria-label="Field" />
        </Dialog>
      )}
    </>
  );
}

describe('a dialog returns the focus', () => {
  it("to the page when the control that opened it can't be used any more", async () => {
    render(<Once />);
    screen.getByRole('button', { name: 'Close the list' }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
  });

  it('to the control that opened the dialog before it, which it has replaced', async () => {
    render(<Reading />);
    screen.getByRole('button', { name: 'Settings' }).focus();
    await userEvent.keyboard('{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Arrived' }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Field')));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Settings' })));
  });

  it.each([
    ['plain', 'plain'],
    ['mounted', 'mounted'],
    ['autofocus', 'autofocus'],
    ['chosen', 'scan'],
  ])('%s: to %s', async (form, id) => {
    render(<Page />);
    for (const closing of ['{Escape}', 'button']) {
      screen.getByRole('button', { name: `Open ${form}` }).focus();
      await userEvent.keyboard('{Enter}');
      await waitFor(() => expect(screen.getByRole('dialog', { name: form }).contains(document.activeElement)).toBe(true));
      if (closing === 'button') await userEvent.click(screen.getByRole('button', { name: 'Close' }));
      else await userEvent.keyboard(closing);
      await waitFor(() => expect(document.activeElement?.id).toBe(id));
      expect(screen.queryByRole('dialog')).toBeNull();
    }
  });
});

describe('a dialog starts', () => {
  it.each([
    ['mounted', 'Field'],
    ['autofocus', 'Field'],
  ])('%s: in its first field', async (form, label) => {
    render(<Page />);
    await userEvent.click(screen.getByRole('button', { name: `Open ${form}` }));
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
  });

  it('on the dialog itself when it has no field, so that Enter presses nothing', async () => {
    render(
      <Dialog title="notice" open onClose={() => {}}>
        <Button>Do it</Button>
      </Dialog>,
    );
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog')));
  });
});

it.each(['{Tab}', '{Shift>}{Tab}{/Shift}'])('retains the focus when %s is pressed quickly', async (key) => {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open mounted' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Field')));
  const outside: string[] = [];
  screen.getByLabelText('Scan').addEventListener('focus', () => outside.push('Scan'));
  for (const button of screen.getAllByText(/^Open/)) button.addEventListener('focus', () => outside.push(button.id));
  await userEvent.setup({ delay: null }).keyboard(key.repeat(9));
  await waitFor(() => expect(screen.getByRole('dialog').contains(document.activeElement)).toBe(true));
  expect(outside).toEqual([]);
});

/** The records of a list, one dialog after the other, as `n` walks through them. */
function Walk() {
  const [nth, setNth] = useState<number>();
  return (
    <>
      {[0, 1].map((row) => (
        <button key={row} type="button" id={`row ${row}`} onClick={() => setNth(row)}>{`Row ${row}`}</button>
      ))}
      {nth !== undefined && (
        <Dialog key={nth} title={`Record ${nth}`} open onClose={() => setNth(undefined)} returnFocusTo={() => document.getElementById(`row ${nth}`)}>
          <Button onClick={() => setNth(1)}>Next</Button>
        </Dialog>
      )}
    </>
  );
}

it('leaves the focus to the dialog that replaces it, which returns it to its own row', async () => {
  render(<Walk />);
  await userEvent.click(screen.getByRole('button', { name: 'Row 0' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
  const next = await screen.findByRole('dialog', { name: 'Record 1' });
  await waitFor(() => expect(next.contains(document.activeElement)).toBe(true));
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement?.id).toBe('row 1'));
});

it('is not closed by a click beside it once something was typed', async () => {
  render(<Page />);
  const beside = () => document.querySelector('.fixed.inset-0') as HTMLElement;
  await userEvent.click(screen.getByRole('button', { name: 'Open mounted' }));
  await userEvent.type(await screen.findByLabelText('Field'), 'Dear vendor');
  await userEvent.click(beside());
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(screen.getByLabelText<HTMLInputElement>('Field').value).toBe('Dear vendor');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByLabelText('Field')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Open mounted' }));
  await screen.findByLabelText('Field');
  await userEvent.click(beside());
  await waitFor(() => expect(screen.queryByLabelText('Field')).toBeNull());
});

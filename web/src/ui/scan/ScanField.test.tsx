import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ScanField } from './ScanField.tsx';

const DELAY_MS = 100;

it('submits typed text after a pause, but waits for the rest of a code after the page was busy', async () => {
  const submitted: string[] = [];
  render(<ScanField label="Code" delayMs={DELAY_MS} onInput={() => {}} onSubmit={(text) => submitted.push(text)} />);
  const field = screen.getByLabelText('Code');
  const enter = (value: string) => fireEvent.change(field, { target: { value } });

  enter('A-1');
  await expect.poll(() => submitted).toEqual(['A-1']);

  enter('6000000');
  const busyUntil = performance.now() + DELAY_MS * 4;
  while (performance.now() < busyUntil);
  await new Promise((resolve) => setTimeout(resolve, DELAY_MS));
  expect(submitted).toEqual(['A-1']);
  enter('600000000095');
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(submitted).toEqual(['A-1', '600000000095']);
});

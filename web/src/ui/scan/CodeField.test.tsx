import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { createKeys, GS, scanInto } from '../../../test/scanner.ts';
import { Form } from '../form/Form.tsx';
import { CodeField } from './CodeField.tsx';

const entered: [text: string, scanned: string][] = [];

function Bench() {
  const [text, setText] = useState('');
  return <CodeField label="Code" value={text} onText={setText} onEnter={(...code) => entered.push(code)} />;
}

it('enters the whole code of a scanner that sends control characters, once', () => {
  render(<Bench />);
  createKeys().press(screen.getByLabelText('Code'), ...'0100036000291452', 'Control', GS, ...'10LOT42', 'Enter', 'Enter');
  expect(entered).toEqual([['010003600029145210LOT42', '010003600029145210LOT42']]);
});

it('fills the field by a scan and submits its form only by a typed Enter, without a command of its own', () => {
  let submitted = 0;
  function Filled() {
    const [text, setText] = useState('OLD');
    return (
      <Form onSubmit={() => submitted++}>
        <CodeField label="Code" value={text} onText={setText} />
      </Form>
    );
  }
  render(<Filled />);
  const field = screen.getByLabelText<HTMLInputElement>('Code');
  field.setSelectionRange(3, 3);
  scanInto(field, 'X00KETTLEN');
  expect([field.value, submitted]).toEqual(['X00KETTLEN', 0]);
  const keys = createKeys(150);
  keys.press(field, ...'AB1', 'Enter');
  expect(submitted).toBe(1);
});

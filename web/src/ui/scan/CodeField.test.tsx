import { render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { createKeys, GS } from '../../../test/scanner.ts';
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

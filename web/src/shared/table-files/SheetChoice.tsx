import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import type { ChooseSheet } from './table-file.ts';

interface Question {
  readonly file: string;
  readonly names: readonly string[];
  readonly answer: (position: number | undefined) => void;
}

/** Asks which sheet of a workbook to read. With several workbooks, the questions come one after the other. */
export function useSheetChoice() {
  const [questions, setQuestions] = useState<readonly Question[]>([]);
  const chooseSheet: ChooseSheet = (file, names) => new Promise((answer) => setQuestions((before) => [...before, { file, names, answer }]));
  const [question] = questions;
  const answer = (position: number | undefined) => {
    question?.answer(position);
    setQuestions((before) => before.slice(1));
  };
  return { chooseSheet, sheetChoice: question === undefined ? null : <SheetDialog question={question} onAnswer={answer} /> };
}

function SheetDialog({ question, onAnswer }: { question: Question; onAnswer: (position: number | undefined) => void }) {
  return (
    <Dialog title="Choose a sheet" description={`${question.file} has several sheets with data.`} open onClose={() => onAnswer(undefined)}>
      <ul className="grid max-h-[60dvh] gap-2 overflow-auto p-1">
        {question.names.map((name, position) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the names don't change while the dialog is open
          <li key={position}>
            <Button className="w-full justify-start text-left [overflow-wrap:anywhere]" autoFocus={position === 0} onClick={() => onAnswer(position)}>
              {name}
            </Button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

import { type ReactNode, useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog, type DialogProps } from '../../ui/dialog/Dialog.tsx';
import { useSheetChoice } from '../table-files/SheetChoice.tsx';
import type { ChooseSheet } from '../table-files/table-file.ts';
import { FilePicker } from './FilePicker.tsx';

interface ImportDialogProps<Read, Checked> extends Pick<DialogProps, 'title' | 'description' | 'onClose'> {
  readonly fileLabel: string;
  /** @throws Error with a message for the user */
  readonly read: (file: File, chooseSheet: ChooseSheet) => Promise<Read>;
  /** Asks the server what the file would do. */
  readonly check: (read: Read) => Promise<Checked>;
  /** The label of the button, and whether the checked file can be saved. */
  readonly submit: (checked: Checked | undefined) => { readonly label: string; readonly isReady: boolean };
  readonly onSave: (read: Read) => Promise<void>;
  /** What was not done when saving failed; the server's message follows. */
  readonly failure: string;
  /** What the dialog is doing. */
  readonly progress?: (read: Read | undefined, isSaving: boolean) => string;
  /** The preview of the checked file. */
  readonly children: (checked: Checked, read: Read) => ReactNode;
}

/** Imports a file, after a preview of what it would do and of its errors. */
export function ImportDialog<Read, Checked>(props: ImportDialogProps<Read, Checked>) {
  const { fileLabel, read: readFile, check, submit, onSave, failure, progress, children, onClose, ...dialog } = props;
  const [read, setRead] = useState<Read>();
  const [checked, setChecked] = useState<Checked>();
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'reading' | 'saving'>();
  const { chooseSheet, sheetChoice } = useSheetChoice();
  const choose = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    setProblem(undefined);
    setRead(undefined);
    setChecked(undefined);
    setBusy('reading');
    try {
      const content = await readFile(file, chooseSheet);
      setRead(content);
      setChecked(await check(content));
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Error reading file');
    }
    setBusy(undefined);
  };
  const save = async (content: Read) => {
    setBusy('saving');
    await onSave(content).catch((error: Error) => setProblem(`${failure} ${error.message}`));
    setBusy(undefined);
  };
  const { label, isReady } = submit(checked);
  return (
    <Dialog {...dialog} size={checked === undefined ? 'normal' : 'wide'} open onClose={onClose}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FilePicker
          label={fileLabel}
          text="Drag and drop a file here, or click to select one"
          isBusy={busy !== undefined}
          onFiles={(files) => void choose(files)}
        />
        {sheetChoice}
        {busy !== undefined && progress !== undefined && <p role="status">{progress(read, busy === 'saving')}</p>}
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {read !== undefined && checked !== undefined && children(checked, read)}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!isReady || busy === 'saving'} onClick={() => read !== undefined && void save(read)}>
            {busy === 'saving' ? 'Saving...' : label}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

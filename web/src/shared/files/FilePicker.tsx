import { Upload } from 'lucide-react';
import { useDropzone } from 'react-dropzone';
import { Button } from '../../ui/Button.tsx';
import { TABLE_FILES } from '../table-files/file-kind.ts';

interface FilePickerProps {
  readonly label: string;
  readonly text: string;
  /** Replaces `text` while a file is dragged over the picker. */
  readonly dropText?: string;
  readonly isBusy: boolean;
  readonly isMultiple?: boolean;
  /** The file types that the browser's dialog offers; tables by default. */
  readonly accept?: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Accepts files by drop or from the browser's dialog. The caller checks their content. */
export function FilePicker({ label, text, dropText = text, isBusy, isMultiple = false, accept = TABLE_FILES, onFiles }: FilePickerProps) {
  const { getRootProps, getInputProps, inputRef, isDragActive, open } = useDropzone({
    onDrop: (files) => {
      // A browser reports no change when the same file is chosen again.
      if (inputRef.current !== null) inputRef.current.value = '';
      onFiles(files);
    },
    noKeyboard: true,
    multiple: isMultiple,
    disabled: isBusy,
  });
  return (
    <div
      {...getRootProps()}
      className={`grid cursor-pointer justify-items-center gap-2 rounded-card border-2 border-dashed px-4 py-8 text-center ${isDragActive ? 'border-accent bg-accent-soft' : 'border-edge'}`}
    >
      <input {...getInputProps({ 'aria-label': label, accept })} />
      <Upload size={28} aria-hidden className="text-muted" />
      <p>{isDragActive ? dropText : text}</p>
      <Button
        onClick={(event) => {
          // The area around the button opens the dialog too.
          event.stopPropagation();
          open();
        }}
        disabled={isBusy}
      >
        {isBusy ? 'Reading...' : 'Browse'}
      </Button>
    </div>
  );
}

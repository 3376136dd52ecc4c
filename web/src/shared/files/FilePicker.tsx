import { Upload } from 'lucide-react';
import { useDropzone } from 'react-dropzone';
import { Button } from '../../ui/Button.tsx';

interface FilePickerProps {
  readonly label: string;
  readonly text: string;
  /** What stands there while something is dragged over it. */
  readonly dropText?: string;
  readonly isBusy: boolean;
  readonly isMultiple?: boolean;
  /** Which files the chooser offers; tables where it is left out. */
  readonly accept?: string;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Takes files, most often tables, by drop or from the file system; what they hold decides. */
export function FilePicker({ label, text, dropText = text, isBusy, isMultiple = false, accept = '.csv,.txt,text/csv', onFiles }: FilePickerProps) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({
    onDrop: (files) => onFiles(files),
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
          // The area around it opens the chooser too.
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

import { Upload } from 'lucide-react';
import { useDropzone } from 'react-dropzone';
import { Button } from '../../ui/Button.tsx';

/** Takes a file by drop or from the file system. */
export function FilePicker({ isBusy, onFiles }: { isBusy: boolean; onFiles: (files: readonly File[]) => void }) {
  const { getRootProps, getInputProps, isDragActive, open } = useDropzone({ onDrop: (files) => onFiles(files), noClick: true, noKeyboard: true });
  return (
    <div
      {...getRootProps()}
      className={`grid justify-items-center gap-2 rounded-card border-2 border-dashed px-4 py-8 text-center ${isDragActive ? 'border-accent bg-accent-soft' : 'border-edge'}`}
    >
      <input {...getInputProps({ 'aria-label': 'Price list file', accept: '.csv,.txt,text/csv' })} />
      <Upload size={28} aria-hidden className="text-muted" />
      <p>Drop a .csv or .txt file here</p>
      <Button onClick={open} disabled={isBusy}>
        {isBusy ? 'Reading...' : 'Browse'}
      </Button>
    </div>
  );
}

import { attachListFile, getListFile, LIST_FILE_MAX_BYTES, removeListFile } from '@stowage/contract/purchasing/packing-list-edits';
import { listPackingLists, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { Download, Paperclip } from 'lucide-react';
import { type ChangeEvent, useRef } from 'react';
import { download } from '../../../api/download.ts';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';

/** The shipment's document: a file or a picture. */
export function ListAttachment({ list, isFixed }: { list: PackingListOption; isFixed: boolean }) {
  const attach = useCommand(attachListFile, [listPackingLists]);
  const remove = useCommand(removeListFile, [listPackingLists]);
  const input = useRef<HTMLInputElement>(null);
  const params = { id: list.value };
  const name = list.file_name;
  const failed = (error: Error) => toast('bad', `Not saved: ${error.message}`);
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file === undefined) return;
    if (file.size > LIST_FILE_MAX_BYTES) return toast('bad', `${file.name} is larger than ${LIST_FILE_MAX_BYTES / 1024 / 1024} MB`);
    const body = new Uint8Array(await file.arrayBuffer());
    attach.mutate({ params, query: { name: file.name.slice(-200) }, body }, { onSuccess: () => toast('good', 'File saved'), onError: failed });
  };
  if (name === null && isFixed) return null;
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pb-4">
      <p className="flex min-w-0 items-center gap-2">
        <Paperclip size={16} aria-hidden className="shrink-0 text-muted" />
        <span className="font-medium">File</span> <span className="min-w-0 text-muted [overflow-wrap:anywhere]">{name ?? 'None yet'}</span>
      </p>
      {name !== null && (
        <Button size="small" aria-label={`Download ${name}`} onClick={() => void download(getListFile, { params }, name).catch(failed)}>
          <Download size={14} aria-hidden /> Download
        </Button>
      )}
      {!isFixed && (
        <>
          <input ref={input} type="file" hidden aria-label="File of the packing list" onChange={(event) => void choose(event)} />
          <Button size="small" disabled={attach.isPending} onClick={() => input.current?.click()}>
            {attach.isPending ? 'Saving...' : name === null ? 'Attach file' : 'Replace file'}
          </Button>
        </>
      )}
      {!isFixed && name !== null && (
        <Button size="small" look="quiet" disabled={remove.isPending} onClick={() => remove.mutate({ params }, { onError: failed })}>
          Remove file
        </Button>
      )}
    </div>
  );
}

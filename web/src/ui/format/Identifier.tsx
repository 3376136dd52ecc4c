import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../dialog/Toast.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 1_500;

/** A code in a typeface that distinguishes 0 and O, with a copy button. */
export function Identifier({ value, label }: { value: string | null | undefined; label: string }) {
  const [copied, setCopied] = useState(false);
  if (!value) return <span className="text-muted">N/A</span>;
  const copy = async () => {
    if (!(await copyText(value))) return toast('bad', `${label} could not be copied`);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <span className="group relative font-mono text-[13px] break-all lg:mr-3.5 lg:inline-block lg:w-fit lg:align-bottom">
      <span title={value} className="lg:block lg:max-w-56 lg:truncate">
        {value}
      </span>
      <button
        type="button"
        aria-label={copied ? `${label} ${value} copied` : `Copy ${label} ${value}`}
        onClick={() => void copy()}
        className="absolute -top-1 left-full ml-0.5 grid size-[24px] place-items-center rounded bg-sunken text-muted opacity-0 group-hover:opacity-100 focus-visible:opacity-100 focus-visible:-outline-offset-2 max-lg:hidden"
      >
        {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      </button>
    </span>
  );
}

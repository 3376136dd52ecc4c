import { Check, Copy } from 'lucide-react';
import { useState } from 'react';

const SHOWN_MS = 1_500;

/** A code in a face where 0 and O differ, with a button that copies it. */
export function Identifier({ value, label }: { value: string | null | undefined; label: string }) {
  const [copied, setCopied] = useState(false);
  if (!value) return <span className="text-muted">N/A</span>;
  const copy = async () => {
    await navigator.clipboard?.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <span className="group relative font-mono text-[13px] whitespace-nowrap">
      {value}
      <button
        type="button"
        aria-label={copied ? `${label} ${value} copied` : `Copy ${label} ${value}`}
        onClick={() => void copy()}
        className="absolute -top-1 left-full grid size-6 place-items-center rounded bg-sunken text-muted opacity-0 group-hover:opacity-100 focus-visible:opacity-100 max-lg:hidden"
      >
        {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />}
      </button>
    </span>
  );
}

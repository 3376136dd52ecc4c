import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../Button.tsx';
import { toast } from '../dialog/Toast.tsx';
import { copyText } from './copy-text.ts';

const SHOWN_MS = 1_500;

/** Copies a text and confirms it for a moment. @param name names the text for screen readers and in errors */
export function CopyButton({ text, label, name }: { text: string; label: string; name: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    if (!(await copyText(text))) return toast('bad', `${name} could not be copied`);
    setCopied(true);
    setTimeout(() => setCopied(false), SHOWN_MS);
  };
  return (
    <Button size="small" aria-label={copied ? `${name} copied` : label === 'Copy' ? `Copy ${name}` : label} onClick={() => void copy()}>
      {copied ? <Check size={13} aria-hidden /> : <Copy size={13} aria-hidden />} {label}
    </Button>
  );
}

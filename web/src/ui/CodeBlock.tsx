/** Preformatted text in a box that scrolls. The box takes the focus so that the keyboard can scroll it. */
export function CodeBlock({ label, className, text }: { label: string; className: string; text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what has the focus
    <pre role="region" aria-label={label} tabIndex={0} className={`overflow-auto rounded-md border border-line text-xs ${className}`}>
      {text}
    </pre>
  );
}

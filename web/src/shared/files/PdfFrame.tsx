import { useObjectUrl } from '../../api/use-object-url.ts';

/** A PDF in the browser's viewer. */
export function PdfFrame({ content, title }: { content: Blob; title: string }) {
  const address = useObjectUrl(content);
  return address === undefined ? null : (
    <iframe src={address} title={title} className="h-[60dvh] w-full xl:h-[74dvh] rounded-card border border-line bg-sunken" />
  );
}

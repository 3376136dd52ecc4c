import { useEffect, useState } from 'react';

/** The address of a file in memory, undefined at first. It is revoked when the content changes or the component leaves the page. */
export function useObjectUrl(content: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}

import { type FileHandle, open } from 'node:fs/promises';

type Write = (content: Uint8Array, offset: number, length: number, at: number | null) => ReturnType<FileHandle['write']>;

/** A disk that fills up: a file takes half of its content and rejects the rest. */
export function createFaultyDisk() {
  let fault: string | undefined;
  const refuse = (code: string) => {
    throw Object.assign(new Error(`${code}: injected`), { code });
  };
  const faulty = (handle: FileHandle, key: string): unknown => {
    const write = handle.write.bind(handle) as unknown as Write;
    const half: Write = async (content, offset, length, at) => {
      if (fault === undefined) return write(content, offset, length, at);
      await write(content, offset, length >> 1, at);
      return refuse(fault);
    };
    if (key === 'write') return half;
    if (key === 'writeFile') return (content: Uint8Array) => half(content, 0, content.length, null);
    const value: unknown = Reflect.get(handle, key, handle);
    return typeof value === 'function' ? value.bind(handle) : value;
  };
  const openFile: typeof open = async (path, flags, mode) => {
    // A folder without write permission rejects the file before it exists.
    if (fault !== undefined && fault !== 'ENOSPC') refuse(fault);
    return new Proxy(await open(path, flags, mode), { get: (handle, key) => faulty(handle, String(key)) });
  };
  return {
    openFile,
    break: (code: string) => {
      fault = code;
    },
    repair: () => {
      fault = undefined;
    },
  };
}

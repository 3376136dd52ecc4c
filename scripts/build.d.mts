/** Builds what changed since the last build; `only` one of the three. */
export function build(options?: { say?: (line: string) => void; only?: 'server' | 'simulator' | 'page' }): Promise<void>;

/** Builds the outputs whose sources changed. @param only limits it to one of the three */
export function build(options?: { say?: (line: string) => void; only?: 'server' | 'simulator' | 'page' }): Promise<void>;

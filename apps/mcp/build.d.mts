export function buildMcpBundle(input?: string, file?: string): Promise<string>;

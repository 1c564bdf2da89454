type Schema = {
  readonly properties?: Readonly<
    Record<string, { readonly type?: unknown; readonly anyOf?: unknown; readonly enum?: unknown }>
  >;
};

/** Arguments to begin with: the chosen file, an empty list of operations, and null for what has a default. */
export const starterArguments = (schema: unknown, path: string): string => {
  const { properties = {} } = schema as Schema;
  const entries = Object.entries(properties).map(([name, property]): [string, unknown] => {
    if (name === 'path' || name === 'source_path') return [name, path];
    if (name === 'operations' || name === 'edits') return [name, []];
    const types = [property.type].flat();
    if (types.includes('null')) return [name, null];
    if (types.includes('array')) return [name, []];
    return [name, types.includes('integer') || types.includes('number') ? 1 : ''];
  });
  return JSON.stringify(Object.fromEntries(entries), null, 2);
};

export const parsedArguments = (text: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
};

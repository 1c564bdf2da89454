type Facts = Readonly<Record<string, unknown>>;
const isFacts = (value: unknown): value is Facts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The file a call is about, wherever its tool names it. */
export const subjectOf = (input: Facts): string | undefined => {
  for (const name of ['path', 'file', 'source_path', 'source', 'target_path', 'output_path', 'query']) {
    const value = input[name];
    if (typeof value === 'string' && value !== '') return value;
    if (isFacts(value) && typeof value.path === 'string') return value.path;
  }
  return undefined;
};

/** Why a tool did not do it, in the tool's own words. */
export const refusalOf = (result: Facts | null): string | undefined => {
  if (result === null || result.ok !== false || !isFacts(result.error)) return undefined;
  const { message, code } = result.error;
  if (typeof message === 'string') return message;
  return typeof code === 'string' ? code : undefined;
};

export const isReceipt = (result: Facts): boolean => result.receipt === true;

/**
 * What an answer says up to now, read out of JSON that is still being written: `assistantText` is its first field, and
 * the only one a person reads as it comes.
 */
export const spokenSoFar = (json: string): string => {
  const begun = /^\s*(?:```(?:json)?\s*)?\{\s*"assistantText"\s*:\s*"/.exec(json);
  if (!begun) return '';
  const rest = json.slice(begun[0].length);
  const text = /^(?:[^"\\]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/.exec(rest)?.[0] ?? '';
  // Half of a pair of code units would be shown as a broken letter.
  return (JSON.parse(`"${text.replace(/[\n\r\t]/g, ' ')}"`) as string).replace(/[\ud800-\udbff]$/, '');
};

/**
 * Requests that an answer offers, as a note at its end: a fence of the kind `ask` with one complete request in each
 * line. A screen makes them buttons; anywhere else they read as lines to copy.
 */
export const writeAskNote = (suggestions: readonly string[]): string =>
  suggestions.length === 0 ? '' : `\n\n\`\`\`ask\n${suggestions.map(oneLine).join('\n')}\n\`\`\``;

export const readAskNote = (answer: string): { readonly text: string; readonly suggestions: readonly string[] } => {
  const found = /\n*```ask\n([\s\S]*?)\n```\s*$/.exec(answer);
  if (!found) return { text: answer, suggestions: [] };
  const lines = (found[1] ?? '').split('\n').map((line) => line.trim());
  return { text: answer.slice(0, found.index), suggestions: lines.filter((line) => line !== '') };
};

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('```', "'''").trim();

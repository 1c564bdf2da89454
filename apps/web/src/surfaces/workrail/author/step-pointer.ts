/** Where in the file a step of the preview was written; undefined when nothing of it is there. */
export const pointerOfStep = (text: string, stepId: string): string | undefined => {
  let file: unknown;
  try {
    file = JSON.parse(text);
  } catch {
    return undefined;
  }
  // Steps of a template carry its caller before a dot, those the compiler adds their origin before two underscores.
  for (const name of [stepId, stepId.split('.')[0], stepId.split('__')[0]]) {
    const found = pointerTo(file, '', (value) => value.id === name || value.loopId === name);
    if (found !== undefined) return found;
  }
  return undefined;
};

const pointerTo = (
  value: unknown,
  at: string,
  isIt: (value: Readonly<Record<string, unknown>>) => boolean,
): string | undefined => {
  if (typeof value !== 'object' || value === null) return undefined;
  if (at !== '' && !Array.isArray(value) && isIt(value as Record<string, unknown>)) return at;
  for (const [key, inner] of Object.entries(value)) {
    const found = pointerTo(inner, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, isIt);
    if (found !== undefined) return found;
  }
  return undefined;
};

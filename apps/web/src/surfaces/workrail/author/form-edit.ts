/** Where something stands in a workflow file, from its top. */
export type Path = readonly (string | number)[];
export type Parts = Readonly<Record<string, unknown>>;

/** The file as the form shows it; undefined while it is no JSON object. */
export const partsOf = (text: string): Parts | undefined => {
  try {
    const file: unknown = JSON.parse(text);
    return isParts(file) ? file : undefined;
  } catch {
    return undefined;
  }
};

export const isParts = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The text with one value changed; everything the form knows nothing of stays as it is. Undefined removes the value. */
export const withValue = (text: string, path: Path, value: unknown): string =>
  written(text, (file) => changed(file, path, () => value));

/** A new step at a place of a list of steps, under an id that no step has yet. */
export const withStep = (text: string, list: Path, at: number, title: string): string =>
  written(text, (file) => {
    const taken = new Set(idsIn(file));
    let count = 1;
    while (taken.has(`step_${count}`)) count += 1;
    const step = { id: `step_${count}`, title: `${title} ${count}`, prompt: title };
    return changed(file, list, (steps) => [...listOf(steps).slice(0, at), step, ...listOf(steps).slice(at)]);
  });

export const withoutStep = (text: string, list: Path, at: number): string =>
  written(text, (file) => changed(file, list, (steps) => listOf(steps).filter((_, index) => index !== at)));

export const withStepMoved = (text: string, list: Path, from: number, to: number): string =>
  written(text, (file) =>
    changed(file, list, (steps) => {
      const rest = listOf(steps).filter((_, index) => index !== from);
      return [...rest.slice(0, to), listOf(steps)[from], ...rest.slice(to)];
    }),
  );

/** Lines of a box as a list, and back. Empty lines are only for the eye. */
export const toLines = (list: unknown): string => listOf(list).map(String).join('\n');
export const fromLines = (text: string): readonly string[] | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? undefined : lines;
};

export const pointerOf = (path: Path): string => path.map((part) => `/${part}`).join('');

const written = (text: string, change: (file: Parts) => unknown): string => {
  const file = partsOf(text);
  return file === undefined ? text : `${JSON.stringify(change(file), null, 2)}\n`;
};

const changed = (value: unknown, [first, ...rest]: Path, change: (value: unknown) => unknown): unknown => {
  if (first === undefined) return change(value);
  if (typeof first === 'number')
    return listOf(value).map((each, at) => (at === first ? changed(each, rest, change) : each));
  const parts = isParts(value) ? value : {};
  const next = changed(parts[first], rest, change);
  const { [first]: _, ...others } = parts;
  return next === undefined ? others : { ...parts, [first]: next };
};

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const idsIn = (value: unknown): readonly unknown[] => {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return isParts(value) ? [value.id, ...Object.values(value).flatMap(idsIn)] : [];
};

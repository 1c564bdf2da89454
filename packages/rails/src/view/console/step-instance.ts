/** Which step, in which passes of which loops, outermost first; passes count from 1. */
export type StepInstance = {
  readonly stepId: string;
  readonly loops: readonly { readonly loopId: string; readonly pass: number }[];
};

/** Reads `outer@0/inner@2::step`, the form the engine writes. */
export const readStepKey = (key: string): StepInstance => {
  const at = key.indexOf('::');
  if (at < 0) return { stepId: key, loops: [] };
  const loops = key
    .slice(0, at)
    .split('/')
    .map((part) => {
      const mark = part.lastIndexOf('@');
      return { loopId: part.slice(0, mark), pass: Number(part.slice(mark + 1)) + 1 };
    });
  return { stepId: key.slice(at + 2), loops };
};

import { type FileResult, refuse } from '../tools/errors.ts';

/** Turns whatever a host throws into a refusal. The cause goes to the log, never to the caller: it may name host paths. */
export const createGuard = (onFault: (tool: string, cause: unknown) => void) => {
  const call = async <T>(tool: string, work: () => Promise<FileResult<T>>): Promise<FileResult<T>> => {
    try {
      return await work();
    } catch (cause) {
      onFault(tool, cause);
      const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
      if (code === 'ENOSPC')
        return refuse('DISK_FULL', 'io', 'The disk is full. Nothing was changed.', {
          hint: 'Free some space, then try again.',
        });
      return refuse('TOOL_FAILED', 'internal', `${tool} failed unexpectedly. Nothing was changed.`, {
        hint: 'Try again. If it fails again, the log of this installation has the details.',
      });
    }
  };
  return {
    call,
    wrap:
      <Args extends readonly unknown[], T>(tool: string, work: (...args: Args) => Promise<FileResult<T>>) =>
      (...args: Args): Promise<FileResult<T>> =>
        call(tool, () => work(...args)),
  };
};

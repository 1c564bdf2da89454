import { canStart, type Refusal, receiptFits, type WriteDeps } from '@atelier/rails/usecases';
import type { CorrectCall } from './correct-call.ts';
import type { InputOf, ToolName } from './inputs.ts';
import { readInput } from './lenient.ts';
import type { checkWorkspace } from './workspace.ts';

/** A refusal is rare, so what it says to do can be tried first, as far as trying changes nothing. */
export const createCallProof =
  (deps: WriteDeps, checkPlace: typeof checkWorkspace, read: (tool: ToolName, input: unknown) => Promise<object>) =>
  async (call: CorrectCall | undefined): Promise<CorrectCall | undefined> => {
    if (!call) return undefined;
    const input = readInput(call.tool, call.params);
    if (!input.ok) return undefined;
    const { workspacePath } = input.value as { readonly workspacePath?: string };
    if (!(await checkPlace(workspacePath)).ok) return undefined;
    return (await wouldBeTaken(deps, read, call.tool, input.value)) ? call : undefined;
  };

const wouldBeTaken = async (
  deps: WriteDeps,
  read: (tool: ToolName, input: unknown) => Promise<object>,
  tool: ToolName,
  input: unknown,
): Promise<boolean> => {
  switch (tool) {
    case 'start_workflow': {
      const { workspacePath = null, ...request } = input as InputOf<'start_workflow'>;
      return request.joinStateToken === undefined && canStart(deps)({ ...request, workspacePath });
    }
    case 'checkpoint_workflow':
      return false;
    case 'continue_workflow': {
      const { stateToken, ackToken } = input as InputOf<'continue_workflow'>;
      if (ackToken !== undefined) return receiptFits(deps)({ ackToken, stateToken });
      return !isRefusal(await read(tool, input));
    }
    default:
      return !isRefusal(await read(tool, input));
  }
};

const isRefusal = (outcome: object): outcome is Refusal => 'code' in outcome;

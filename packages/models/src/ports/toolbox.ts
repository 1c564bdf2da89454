import type { JsonObject } from '@atelier/kernel/core';
import type { ToolCall, ToolDefinition } from '../core/chat.ts';

export type LoopTool = ToolDefinition & {
  readonly access: 'read' | 'write';
  /** Its results may be large: above a threshold a receipt stands for them in the model's context. */
  readonly returnsData: boolean;
};

/** The tools a run may use. What a model or a file did wrong is an answer with `ok: false`, never an exception. */
export interface Toolbox {
  readonly tools: readonly LoopTool[];
  readonly call: (call: ToolCall, signal: AbortSignal) => Promise<JsonObject>;
}

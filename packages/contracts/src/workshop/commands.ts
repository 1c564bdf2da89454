import { compareCommands } from './compare-commands.ts';
import { contextCommands } from './context-commands.ts';
import { draftCommands } from './draft-commands.ts';
import { workbenchFileCommands } from './file-commands.ts';
import { lifecycleCommands } from './lifecycle-commands.ts';
import { metricsCommands } from './metrics-commands.ts';
import { originalCommands } from './original-commands.ts';
import { outsideCommands } from './outside-commands.ts';
import { pastCommands } from './past-commands.ts';
import { reviewCommands } from './review-commands.ts';
import { talkCommands } from './talk-commands.ts';
import { trimCommands } from './trim-commands.ts';

/** Workbenches: files, the conversation, the Draft, its review, history. */
export const workshopCommands = {
  ...lifecycleCommands,
  ...workbenchFileCommands,
  ...talkCommands,
  ...compareCommands,
  ...draftCommands,
  ...reviewCommands,
  ...contextCommands,
  ...originalCommands,
  ...outsideCommands,
  ...pastCommands,
  ...metricsCommands,
  ...trimCommands,
};

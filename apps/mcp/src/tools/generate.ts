import { toolDefinitions } from './definitions.ts';

/** What `tools/list` answers, written down: building it from the definitions at every start would cost the start. */
export const generatedTools = (): string =>
  `${JSON.stringify({ plain: toolDefinitions('plain'), firm: toolDefinitions('firm') }, null, 2)}\n`;

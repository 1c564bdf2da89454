export { dutifulTurn, leastThatFits } from './doubles/dutiful.ts';
export type { SeenRequest, Turn } from './doubles/script.ts';
export { type Doubles, startDoubles } from './doubles/server.ts';
export { createScriptedModel, type ScriptedTurn, scriptedEntry } from './scripted-model.ts';

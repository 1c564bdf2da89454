export { type LabFile, type LabTool, labCommands, labFilesPath } from './commands.ts';

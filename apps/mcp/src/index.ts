export { dataFolder } from './data-folder.ts';
export { openRailsInstall, type RailsInstall } from './install.ts';
export { createMcpServer, type McpServerOptions } from './server.ts';
export { runStdio } from './stdio.ts';
export type { McpDeps } from './tools/handle.ts';

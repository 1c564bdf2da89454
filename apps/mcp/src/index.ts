export { createMcpHttpHandler, type McpHttpOptions } from './http.ts';
export { openRailsInstall, type RailsInstall } from './install.ts';
export { createMcpServer, type McpServerOptions, type ToolHandler } from './server.ts';
export { runStdio } from './stdio.ts';
export { createToolHandler, type McpDeps } from './tools/handle.ts';

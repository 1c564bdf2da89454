export { type AtelierServer, createServer, defaultPort, type ServerOptions, type StartRefused } from './server.ts';
export { version } from './version.ts';

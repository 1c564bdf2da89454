export { atelierScript, type Ended, serveAtelier, spawnAtelier } from './child.ts';
export { pageClient, signIn } from './tab.ts';
export { tempFolder } from './temp-folder.ts';
export { startTestServer } from './test-server.ts';
export { workbenchOn } from './workshop.ts';

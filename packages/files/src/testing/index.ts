export { filesHostKeepsItsPromises, type HostUnderTest } from './host-promises.ts';
export { type OpenFiles, openFiles } from './open-files.ts';

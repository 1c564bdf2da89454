export { createProjection } from '../usecases/projection.ts';
export { createMemoryLog } from './memory/memory-log.ts';
export { createNodeFileSystem } from './node/node-file-system.ts';
export { blobIdOf, sha256 } from './node/sha256.ts';
export { createSystemEntropy, systemClock, systemWorld } from './node/system-clock.ts';
export { createIds, type World } from './stamp.ts';

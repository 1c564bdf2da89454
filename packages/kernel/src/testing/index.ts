export { blobsKeepTheirPromises, type ContentUnderTest } from './blobs-promises.ts';
export { treesKeepTheirPromises } from './blobs-tree-promises.ts';
export { eventLogKeepsItsPromises, type LogUnderTest, said, textsOf, unwrap } from './log-promises.ts';
export { createSeeded, createSeededWorld, type Seeded } from './seeded.ts';
export { createSimulatedDisk, type DiskCall, type DiskFault, PowerCut, type SimulatedDisk } from './simulated-disk.ts';
export { openOnSimulatedDisk, type SimulatedMachine } from './simulated-log.ts';
export { fillDisk, mayMount, smallDisk } from './small-disk.ts';

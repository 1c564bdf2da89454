import { segmentLimits } from '../../core/log/plan-batch.ts';
import { eventLogKeepsItsPromises } from '../../testing/log-promises.ts';
import { createSimulatedDisk } from '../../testing/simulated-disk.ts';
import { openOnSimulatedDisk } from '../../testing/simulated-log.ts';

const onSimulatedDisk =
  (limits = segmentLimits) =>
  async () => {
    const disk = createSimulatedDisk();
    const shared = openOnSimulatedDisk(disk, { limits });
    return { log: shared.open(), reopen: async () => shared.open(), dispose: async () => undefined };
  };

eventLogKeepsItsPromises('simulated disk', onSimulatedDisk());
// Small segments: the promises hold across rotation. (Bytes stay as they are: a commit must fit into one.)
eventLogKeepsItsPromises('simulated disk, rotating,', onSimulatedDisk({ events: 4, bytes: segmentLimits.bytes }));

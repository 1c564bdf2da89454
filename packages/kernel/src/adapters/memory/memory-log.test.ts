import { eventLogKeepsItsPromises } from '../../testing/log-promises.ts';
import { createMemoryLog } from './memory-log.ts';

eventLogKeepsItsPromises('memory', async () => {
  const log = createMemoryLog();
  return { log, reopen: async () => log, dispose: () => log.close() };
});

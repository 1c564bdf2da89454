import type { StreamId } from '../event.ts';

/** What somebody follows was repaired behind what they were given: they hold what is no more, and begin again. */
export class StreamCutOff extends Error {
  constructor(stream: StreamId) {
    super(`${stream} was cut off behind what was read of it`);
  }
}

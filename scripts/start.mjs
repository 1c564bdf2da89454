// npm start: builds what is stale, then hands over to the command line's own `start`.
import { build } from './build.mjs';

try {
  build();
} catch (fault) {
  console.error(`Atelier was not started: ${fault.message}.`);
  process.exit(1);
}
process.argv.splice(2, 0, 'start');
await import('../bin/atelier.mjs');

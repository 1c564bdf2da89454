// npm start: builds what is stale, then hands over to the command line's own `start`.
import { build } from './build.mjs';

build();
process.argv.splice(2, 0, 'start');
await import('../bin/atelier.mjs');

import { enableCompileCache } from 'node:module';
import { keepNurserySmall } from './nursery.ts';

// From the start: without this, garbage alone doubles the size of a server that only waits.
keepNurserySmall();
// Before anything large is loaded: the second start then compiles nothing.
enableCompileCache();
const { begin } = await import('./begin.ts');
await begin();

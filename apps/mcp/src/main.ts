import { enableCompileCache } from 'node:module';
import { keepHeapSmall } from './heap-growth.ts';

// From the start: without this, garbage alone doubles the size of a server that only waits.
keepHeapSmall();
// Before anything large is loaded: the second start then compiles nothing.
enableCompileCache();
const { begin } = await import('./begin.ts');
await begin();

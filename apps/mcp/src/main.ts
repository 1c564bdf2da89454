import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

// A server that waits most of its life needs no large nursery: without this, garbage alone doubles its size.
setFlagsFromString('--semi-space-growth-factor=1');
// Before anything large is loaded: the second start then compiles nothing.
enableCompileCache();
const { begin } = await import('./begin.ts');
begin();

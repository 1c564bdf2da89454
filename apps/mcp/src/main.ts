import { enableCompileCache } from 'node:module';

// Before anything large is loaded: the second start then compiles nothing.
enableCompileCache();
const { begin } = await import('./begin.ts');
begin();

export { createWorkbenchHttpHandler } from './http.ts';
export { serveWorkbench } from './stdio.ts';

import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/**
 * Files that need nothing but Node: no models, no office files, no node_modules beside them. What a start does not
 * need is a chunk of its own.
 */
export const buildMcpBundle = async (
  input = fileURLToPath(new URL('./src/main.ts', import.meta.url)),
  file = fileURLToPath(new URL('./dist/atelier-mcp.mjs', import.meta.url)),
) => {
  const bundle = await rolldown({
    input,
    platform: 'node',
    treeshake: true,
  });
  await bundle.write({
    dir: dirname(file),
    entryFileNames: basename(file),
    chunkFileNames: `${basename(file, '.mjs')}.[name]-[hash].mjs`,
    format: 'esm',
    minify: true,
    sourcemap: false,
  });
  await bundle.close();
  return file;
};

//   node apps/mcp/build.mjs [file]     says nothing when it went well
if (process.argv[1] === fileURLToPath(import.meta.url)) await buildMcpBundle(undefined, process.argv[2]);

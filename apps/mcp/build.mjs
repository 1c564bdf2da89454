import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

/** One file that needs nothing but Node: no models, no office files, no node_modules beside it. */
export const buildMcpBundle = async (
  input = fileURLToPath(new URL('./src/main.ts', import.meta.url)),
  file = fileURLToPath(new URL('./dist/atelier-mcp.mjs', import.meta.url)),
) => {
  const bundle = await rolldown({
    input,
    platform: 'node',
    resolve: { conditionNames: ['import', 'default'] },
    treeshake: true,
  });
  await bundle.write({ file, format: 'esm', minify: true, sourcemap: false, codeSplitting: false });
  await bundle.close();
  return file;
};

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${await buildMcpBundle()}\n`);

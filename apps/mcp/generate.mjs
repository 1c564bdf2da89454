import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { generatedTools } from './src/tools/generate.ts';

writeFileSync(fileURLToPath(new URL('./src/tools/tools.generated.json', import.meta.url)), generatedTools());

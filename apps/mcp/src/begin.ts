import { mkdirSync } from 'node:fs';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { dataFolder } from './data-folder.ts';
import { wantsFirmTexts } from './firm-texts.ts';
import { runStdio } from './stdio.ts';

// Most shapes are checked once or twice in the life of a process: compiling a checker for each would cost more.
z.config({ jitless: true });

export const begin = (): void => {
  const data = dataFolder(process.env);
  try {
    mkdirSync(data, { recursive: true });
  } catch (cause) {
    process.stderr.write(
      `atelier mcp: the data folder ${data} cannot be made (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}); set ATELIER_DATA_DIR\n`,
    );
    process.exit(1);
  }
  runStdio({
    data,
    version: packageJson.version,
    cwd: process.cwd(),
    databaseUrl: process.env.ATELIER_DATABASE_URL,
    ...(process.env.ATELIER_MCP_TONE === 'firm' || wantsFirmTexts(data) ? { tone: 'firm' } : {}),
  });
};

import { hereDataFolder, prepareDataFolder, unusableToWords } from '@atelier/kernel/storage';
import { z } from 'zod';
import packageJson from '../package.json' with { type: 'json' };
import { wantsFirmTexts } from './firm-texts.ts';
import { runStdio } from './stdio.ts';

// Most shapes are checked once or twice in the life of a process: compiling a checker for each would cost more.
z.config({ jitless: true });

export const begin = async (): Promise<void> => {
  const data = hereDataFolder();
  const prepared = await prepareDataFolder(data);
  if (!prepared.ok) {
    process.stderr.write(
      `atelier mcp: the data folder ${unusableToWords(prepared.error)}. Choose another with --data DIR or ATELIER_DATA_DIR.\n`,
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

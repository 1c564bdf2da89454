import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '@atelier/kernel/adapters';
import { createWorkflowCatalog } from '@atelier/rails/adapters';
import packageJson from '../package.json' with { type: 'json' };
import { dataFolder } from './data-folder.ts';
import { openRailsInstall } from './install.ts';
import { runStdio } from './stdio.ts';

const begin = (): void => {
  const data = dataFolder(process.env);
  try {
    mkdirSync(data, { recursive: true });
  } catch (cause) {
    process.stderr.write(
      `atelier mcp: the data folder ${data} cannot be made (${(cause as NodeJS.ErrnoException).code ?? 'unknown'}); set ATELIER_DATA_DIR\n`,
    );
    process.exit(1);
  }
  const catalog = createWorkflowCatalog({ sha256, userFolder: join(data, 'workflows'), configured: [] });
  runStdio({
    install: openRailsInstall(data, catalog),
    version: packageJson.version,
    cwd: process.cwd(),
    ...(process.env.ATELIER_MCP_TONE === 'firm' ? { tone: 'firm' } : {}),
  });
};

begin();

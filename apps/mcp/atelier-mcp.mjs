// The command that clients are given. It is here from a fresh clone on, if only to say in one line what is missing.
import { existsSync } from 'node:fs';

const NEEDED = 24;
const bundle = new URL('./dist/atelier-mcp.mjs', import.meta.url);

const leave = (why) => {
  process.stderr.write(`atelier mcp: ${why}\n`);
  process.exit(1);
};

if (Number.parseInt(process.versions.node, 10) < NEEDED)
  leave(`needs Node ${NEEDED}, and this is ${process.versions.node}; name node_modules/.bin/node of Atelier's folder.`);
if (!existsSync(bundle)) leave('not set up yet; run "npm start" once in Atelier\'s folder, then start this again.');
await import(bundle.href);

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  createDiskContent,
  createMemoryStatCache,
  createNodeFileSystem,
  systemClock,
  systemWorld,
} from '@atelier/kernel/adapters';
import { capture, restore } from '@atelier/kernel/usecases';

/** Captures and restores the files of `work`, among them one of 1 GB; prints how many MB above idle the process went. */
const [, , folder = ''] = process.argv;
const work = join(folder, 'work');
mkdirSync(join(folder, 'restored'));

const fs = createNodeFileSystem();
const { entropy } = systemWorld;
const content = await createDiskContent({ fs, folder: join(folder, 'content'), entropy });
const deps = { fs, content, cache: createMemoryStatCache(), clock: systemClock, entropy };
const megabytes = (bytes: number) => bytes / 1_000_000;
await new Promise((resolve) => setTimeout(resolve, 300));
let peak = 0;
const idle = megabytes(process.memoryUsage.rss());
const watch = setInterval(() => {
  peak = Math.max(peak, megabytes(process.memoryUsage.rss()));
}, 5);
const captured = await capture(deps)(work);
if (!captured.ok) throw new Error(JSON.stringify(captured.error));
const restored = await restore(deps)(captured.value.tree, join(folder, 'restored'));
if (!restored.ok) throw new Error(JSON.stringify(restored.error));
clearInterval(watch);
await content.close();
console.log(Math.max(peak, megabytes(process.memoryUsage.rss())) - idle);

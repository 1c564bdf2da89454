import { writeFile } from 'node:fs/promises';
import { serve } from './child.ts';
import { sourcesOf } from './job.ts';
import { createJobRunner, outputOf } from './run-job.ts';

/** A worker that misbehaves on files whose names ask for it, so that tests can watch the host survive. */
serve((folders) => {
  const runner = createJobRunner(folders);
  return {
    ...runner,
    run: async (job, id) => {
      const [source] = sourcesOf(job);
      if (job.verb !== 'detect' && source) {
        if (source.path.startsWith('crash')) process.kill(process.pid, 'SIGKILL');
        if (source.path.startsWith('hang')) for (;;);
        if (source.path.startsWith('greedy')) return greedy();
        if (source.path.startsWith('heaped')) heaped();
        if (job.verb === 'edit' && source.path.startsWith('dying')) {
          await runner.run(job, id);
          process.kill(process.pid, 'SIGKILL');
        }
        if (job.verb === 'edit' && source.path.startsWith('parting')) {
          const done = await runner.run(job, id);
          // Dies right after its answer, while the host is still reading the file.
          setTimeout(() => process.kill(process.pid, 'SIGKILL'), partingDelay);
          return done;
        }
        if (job.verb === 'edit' && source.path.startsWith('full')) {
          await writeFile(outputOf(folders, id), 'half a file');
          throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
        }
      }
      return runner.run(job, id);
    },
  };
});

const partingDelay = 40;

const greedy = async (): Promise<never> => {
  const held: Buffer[] = [];
  for (;;) {
    held.push(Buffer.alloc(16 * 1024 * 1024, 1));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};

/** Fills the heap faster than anybody can look. */
const heaped = (): never => {
  const held: object[] = [];
  for (;;) held.push({ at: held.length });
};

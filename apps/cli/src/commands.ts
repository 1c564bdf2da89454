import type { Command } from './command.ts';

/** Every subcommand: one line each. The first is what `atelier` alone means. */
export const commands: readonly Command[] = [
  {
    name: 'start',
    summary: 'start the server and print a link that signs this browser in',
    flags: ['port', 'data', 'no-open'],
    load: async () => (await import('./commands/start.ts')).start,
  },
  {
    name: 'link',
    summary: 'print a fresh single-use link for the running server',
    flags: ['data'],
    load: async () => (await import('./commands/link.ts')).link,
  },
  {
    name: 'doctor',
    summary: 'say what is where, how big, how healthy, and what to do',
    flags: ['data'],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
];

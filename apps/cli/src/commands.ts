import type { Command } from './command.ts';

/** Every subcommand: one line each. The first is what `atelier` alone means. */
export const commands: readonly Command[] = [
  {
    name: 'start',
    summary: 'start the server and print a link that signs this browser in',
    flags: ['port', 'data', 'no-open', 'public-origin', 'bind'],
    load: async () => (await import('./commands/start.ts')).start,
  },
  {
    name: 'link',
    summary: 'print a fresh single-use link for the running server',
    flags: ['data', 'owner'],
    load: async () => (await import('./commands/link.ts')).link,
  },
  {
    name: 'open',
    summary: 'open a Workbench on copies of the files of a folder',
    flags: ['port', 'data', 'no-open'],
    words: ['folder'],
    load: async () => (await import('./commands/open.ts')).open,
  },
  {
    name: 'doctor',
    summary: 'say what is where, how big, how healthy, and what to do',
    flags: ['data'],
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  {
    name: 'verify',
    summary: 'prove that nothing was changed, dropped or cut; says what it cannot prove',
    flags: ['data'],
    load: async () => (await import('./commands/verify.ts')).verify,
  },
  {
    name: 'mcp',
    summary: 'serve WorkRail, or the files of a Workbench, to an MCP client over standard input and output',
    flags: ['data', 'workbench'],
    load: async () => (await import('./commands/mcp.ts')).mcp,
  },
  {
    name: 'export',
    summary: 'write a WorkRail session to a file, so that another installation can continue it',
    flags: ['data', 'out', 'with-paths', 'markdown'],
    words: ['session'],
    load: async () => (await import('./commands/export.ts')).exportCommand,
  },
  {
    name: 'import',
    summary: 'import a WorkRail session that was exported; sessions that are here already never change',
    flags: ['data', 'yes'],
    flagTexts: {
      yes: 'import it after a look; without this, a file that nobody signed, or whose steps differ from those here, is only shown',
    },
    words: ['file'],
    load: async () => (await import('./commands/import.ts')).importCommand,
  },
  {
    name: 'workbench',
    summary:
      'export or import a Workbench, or write its chat as text: export NAME FILE, import FILE, transcript NAME FILE',
    flags: ['data', 'as-new'],
    words: ['export|import|transcript'],
    more: ['name', 'file'],
    load: async () => (await import('./commands/workbench.ts')).workbench,
  },
  {
    name: 'backup',
    summary: 'copy the data folder to a new one, also while it is in use, and prove the copy',
    flags: ['data'],
    words: ['folder'],
    load: async () => (await import('./commands/backup.ts')).backup,
  },
  {
    name: 'move',
    summary: 'copy everything between the data folder and PostgreSQL, or content between PostgreSQL and a bucket',
    flags: ['data', 'to', 'content'],
    load: async () => (await import('./commands/move.ts')).move,
  },
  {
    name: 'studio',
    summary:
      'list how the skills of Studio are set, or run an exported turn again without a model: skills, replay FILE',
    flags: ['data', 'sync'],
    words: ['skills|replay'],
    more: ['file'],
    load: async () => (await import('./commands/studio.ts')).studio,
  },
  {
    name: 'repair',
    summary: 'cut a damaged stream after its last intact commit; a copy of it is saved first',
    flags: ['data', 'yes'],
    words: ['stream'],
    load: async () => (await import('./commands/repair.ts')).repair,
  },
];

/** A whole workflow in few lines: it compiles as it is, and every part of it is worth changing. */
export const starterText = `${JSON.stringify(
  {
    schemaVersion: 1,
    id: 'user.my_workflow',
    name: 'My workflow',
    description: 'What it is good for, in one sentence.',
    version: '1.0.0',
    features: ['wr.features.durable_recap_guidance'],
    steps: [
      {
        id: 'understand',
        title: 'Understand the task',
        promptBlocks: {
          goal: 'Know what is asked and what is not.',
          procedure: ['Restate the task in your own words.', 'List what you do not know yet.'],
          verify: ['Somebody else could take over from these notes.'],
        },
      },
      {
        id: 'do',
        title: 'Do it',
        prompt: 'Carry the task out. Say what you changed and why.',
        requireConfirmation: true,
      },
    ],
  },
  null,
  2,
)}\n`;

/** A bundled workflow as one's own: the same steps under an id that may be saved. */
export const forkText = (sourceText: string, workflowId: string): string => {
  const name = workflowId.slice(workflowId.indexOf('.') + 1).replaceAll('-', '_');
  const source = JSON.parse(sourceText) as Record<string, unknown>;
  return `${JSON.stringify({ ...source, id: `user.${name}` }, null, 2)}\n`;
};

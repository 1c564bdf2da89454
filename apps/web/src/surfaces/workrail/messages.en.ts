export const workrailEn = {
  name: 'WorkRail',
  summary: 'Workflows for any MCP client',
  words: 'workflow mcp run session console claude cursor',
  lead: 'Step-by-step workflows that keep any agent on the rails, over MCP: Claude Code, Cursor, VS Code or our own.',
  points: {
    client: {
      title: 'Works where you work',
      detail: 'Six tools over MCP. Your editor’s agent follows the workflow; WorkRail remembers where it stands.',
    },
    resume: {
      title: 'Survives a lost context',
      detail: 'A run is resumed by its token, days later or in another client, exactly where it stopped.',
    },
    graph: {
      title: 'A run you can read',
      detail: 'Steps, forks, gaps and recaps as a graph, with the evidence for each of them.',
    },
  },
};

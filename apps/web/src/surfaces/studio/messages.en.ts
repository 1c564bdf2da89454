export const studioEn = {
  name: 'Studio',
  summary: 'Plan and quote a production',
  words: 'project plan quote production accounting tasks',
  lead: 'For a production team that plans and quotes a project, in Hebrew and in English, with an agent at the table.',
  points: {
    stages: {
      title: 'From idea to quote',
      detail: 'Elements, plan, tasks, costs and risks live in one project, and the agent knows which stage you are in.',
    },
    changes: {
      title: 'Changes come as proposals',
      detail: 'Old and new side by side, with the reason and the effect on the budget. You apply all of them or some.',
    },
    facts: {
      title: 'Every figure has a source',
      detail: 'Who said it, when, and what it replaced. Nothing is invented and nothing disappears.',
    },
  },
};

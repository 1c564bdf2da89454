export const workshopEn = {
  name: 'Workshop',
  summary: 'Office files, edited in drafts',
  words: 'files documents folder draft publish',
  lead: 'Give an agent a folder of office files. It works on a draft, and your files stay unchanged until you publish.',
  points: {
    draft: {
      title: 'A draft, never your originals',
      detail:
        'Every phase is recorded: research, plan, implement, summary. Published files change only when you say so.',
    },
    review: {
      title: 'Review like an editor',
      detail: 'Word, Excel, PowerPoint and text, change by change. Keep what is right, discard the rest.',
    },
    rewind: {
      title: 'Rewind to any message',
      detail: 'Go back, try another model, and return. Nothing is lost.',
    },
  },
};

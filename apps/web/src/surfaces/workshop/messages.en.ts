export const workshopEn = {
  name: 'Workshop',
  summary: 'Office files, edited in drafts',
  words: 'files documents folder draft publish',
  lead: 'Give an agent a folder of office files. It works on a draft; your files stay as they are until you publish.',
  points: {
    draft: {
      title: 'A draft, never your originals',
      detail:
        'Research, plan, implement, summary: every phase leaves a record, and Published changes only when you say so.',
    },
    review: {
      title: 'Review like an editor',
      detail: 'Word, Excel, PowerPoint and text, change by change. Keep what is right, discard the rest.',
    },
    rewind: {
      title: 'Rewind to any message',
      detail: 'Go back, try another model, come forward again. The log keeps everything.',
    },
  },
};

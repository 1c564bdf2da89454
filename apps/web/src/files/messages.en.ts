/** The words of files and of what changed in them, wherever they are shown. */
export const filesEn = {
  other: 'Also changed: {{parts}}',
  shownOf: '{{shown}} of {{total}} changes are shown',
  before: 'Before',
  after: 'After',
  place: 'Place',
  notCompared: 'Not compared in detail',
  changes: 'Changes',
  actions: 'Actions',
};

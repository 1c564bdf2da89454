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
  changeOf: 'Change {{at}} of {{of}}',
  notCalculated:
    '“?” stands for a result that isn’t stored in the file. A spreadsheet program calculates it when it opens the file.',
  trouble: {
    encrypted: 'This file is protected with a password. Remove the password in its own program, then add it again.',
    damaged: 'This file is damaged. Open and save it in its own program, then add it again.',
    tooLarge: 'This file is too large to show here. Download it to look at it.',
    tooSlow: 'Opening this file took too long. Try again, or download it.',
    gone: 'This file isn’t here any more. Reload the page.',
    unknown: 'Atelier couldn’t open this file. Download it to look at it.',
  },
};

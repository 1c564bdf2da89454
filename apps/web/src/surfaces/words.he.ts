import { conversationHe } from '../conversation/messages.he.ts';
import { filesHe } from '../files/messages.he.ts';
import type { Catalogue } from '../i18n/catalogues.ts';
import { partsHe } from '../i18n/parts.he.ts';
import { shellHe } from '../i18n/shell.he.ts';
import { chatLabHe } from './chat-lab/messages.he.ts';
import { filesLabHe } from './files-lab/messages.he.ts';
import { labHe } from './lab/messages.he.ts';
import { settingsHe } from './settings/messages.he.ts';
import { studioHe } from './studio/messages.he.ts';
import { workrailHe } from './workrail/messages.he.ts';
import { workshopHe } from './workshop/messages.he.ts';

/** Every sentence of the web app in Hebrew, by namespace: one request, whatever is opened. */
export const wordsHe: Catalogue = {
  shell: shellHe,
  parts: partsHe,
  conversation: conversationHe,
  files: filesHe,
  workshop: workshopHe,
  studio: studioHe,
  workrail: workrailHe,
  settings: settingsHe,
  lab: labHe,
  filesLab: filesLabHe,
  chatLab: chatLabHe,
};

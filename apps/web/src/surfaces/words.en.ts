import { conversationEn } from '../conversation/messages.en.ts';
import { filesEn } from '../files/messages.en.ts';
import type { Catalogue } from '../i18n/catalogues.ts';
import { partsEn } from '../i18n/parts.en.ts';
import { shellEn } from '../i18n/shell.en.ts';
import { chatLabEn } from './chat-lab/messages.en.ts';
import { filesLabEn } from './files-lab/messages.en.ts';
import { labEn } from './lab/messages.en.ts';
import { settingsEn } from './settings/messages.en.ts';
import { studioEn } from './studio/messages.en.ts';
import { workrailEn } from './workrail/messages.en.ts';
import { workshopEn } from './workshop/messages.en.ts';

/** Every sentence of the web app in English, by namespace: one request, whatever is opened. */
export const wordsEn: Catalogue = {
  shell: shellEn,
  parts: partsEn,
  conversation: conversationEn,
  files: filesEn,
  workshop: workshopEn,
  studio: studioEn,
  workrail: workrailEn,
  settings: settingsEn,
  lab: labEn,
  filesLab: filesLabEn,
  chatLab: chatLabEn,
};

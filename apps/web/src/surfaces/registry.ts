import { chatLab } from './chat-lab/surface.ts';
import { filesLab } from './files-lab/surface.ts';
import { lab } from './lab/surface.ts';
import { settings } from './settings/surface.ts';
import { studio } from './studio/surface.ts';
import type { Surface } from './surface.ts';
import { workrail } from './workrail/surface.ts';
import { workshop } from './workshop/surface.ts';

/** Every surface of the web app, in the order of the rail. A surface has one folder beside this file and one line here. */
export const surfaces: readonly Surface[] = [workshop, studio, workrail, settings, lab, filesLab, chatLab];

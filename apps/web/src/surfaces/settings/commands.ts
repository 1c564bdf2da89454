import type { SettingsPatch } from '@atelier/contracts';
import { Languages, Monitor, Moon, ShieldCheck, Sun } from 'lucide-react';
import type { CommandContext, PaletteCommand } from '../../palette/command.ts';
import { type SectionId, sectionLinks } from './section-links.ts';

const set =
  (patch: SettingsPatch) =>
  ({ atelier }: CommandContext) =>
    atelier.commands.SettingsSet({ set: patch });

const theme = { group: 'settings:commands.group', keywords: 'settings:commands.themeWords' };
const language = { group: 'settings:commands.group', icon: Languages };
const wordsById: Partial<Record<SectionId, string>> = {
  data: 'settings:commands.dataWords',
  models: 'settings:commands.modelsWords',
  privacy: 'settings:commands.privacyWords',
};

export const settingsCommands: readonly PaletteCommand[] = [
  ...sectionLinks.map(({ id, icon, title }) => ({
    id: `settings.${id}`,
    title,
    group: 'settings:name',
    keywords: wordsById[id] ?? 'settings:words',
    icon,
    run: ({ go }: CommandContext) => go(`/settings/${id}`),
  })),
  { id: 'theme.light', title: 'settings:commands.light', icon: Sun, run: set({ theme: 'light' }), ...theme },
  { id: 'theme.dark', title: 'settings:commands.dark', icon: Moon, run: set({ theme: 'dark' }), ...theme },
  { id: 'theme.auto', title: 'settings:commands.auto', icon: Monitor, run: set({ theme: 'auto' }), ...theme },
  {
    id: 'language.en',
    title: 'settings:commands.english',
    toLanguage: 'en',
    run: set({ language: 'en' }),
    keywords: 'settings:commands.englishWords',
    ...language,
  },
  {
    id: 'language.he',
    title: 'settings:commands.hebrew',
    toLanguage: 'he',
    run: set({ language: 'he' }),
    keywords: 'settings:commands.hebrewWords',
    ...language,
  },
  {
    id: 'store.check',
    title: 'settings:commands.check',
    group: 'settings:commands.dataGroup',
    keywords: 'settings:commands.checkWords',
    icon: ShieldCheck,
    run: ({ atelier, go }) => {
      go('/settings/data');
      return atelier.commands.StoreCheckStart({});
    },
  },
];

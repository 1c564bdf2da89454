import { z } from 'zod';

export const themes = ['auto', 'light', 'dark'] as const;
export const languages = ['en', 'he'] as const;

/** What a person chose for this installation; the same in every tab. */
export const Settings = z.object({ theme: z.enum(themes), language: z.enum(languages) });
export type Settings = z.infer<typeof Settings>;

export const defaultSettings: Settings = { theme: 'auto', language: 'en' };

/** Strict: a misspelt setting is refused, not ignored. */
export const SettingsPatch = z.strictObject(Settings.partial().shape);
export type SettingsPatch = z.infer<typeof SettingsPatch>;
